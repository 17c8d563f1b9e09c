/** What a schedule can be made of, for its form; without a paid plan, what is needed for one. */
import type { ReactNode } from 'react';
import type { Answer } from '../../api-client.ts';
import { Panel } from '../../components/panel.tsx';
import { useApi } from '../../use-api.ts';
import { PaidPlanNeeded } from './paid-plan-needed.tsx';

interface ScheduleChoicesProps {
  readonly children: (choices: Answer<'GET /api/schedules/choices'>) => ReactNode;
}

export function ScheduleChoices({ children }: ScheduleChoicesProps) {
  return (
    <Panel
      query={useApi('GET /api/schedules/choices', {})}
      failed="The form could not be loaded"
      height={400}
      empty={({ planRefusal }) =>
        planRefusal === null ? undefined : <PaidPlanNeeded reason={planRefusal} />
      }
    >
      {children}
    </Panel>
  );
}
