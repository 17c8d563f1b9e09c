/** The link to where a problem is repaired: the settings of the endpoint, its connection, the plans. */
import type { AnchorProps } from '@mantine/core';
import type { Answer } from '../../api-client.ts';
import { TextLink } from '../../components/links.tsx';

type Problem = NonNullable<Answer<'GET /api/endpoints/:id'>['problem']>;
export type Repair = NonNullable<Problem['repair']>;

interface RepairLinkProps extends Pick<AnchorProps, 'c' | 'size'> {
  readonly repair: Repair;
  readonly endpointId: string;
}

export function RepairLink({ repair, endpointId, ...looks }: RepairLinkProps) {
  const { place, label, connectionId } = repair;
  const shown = { underline: 'always', ...looks } as const;
  if (place === 'plans')
    return (
      <TextLink to="/plans" {...shown}>
        {label}
      </TextLink>
    );
  if (place === 'columns' || place === 'resume')
    return (
      <TextLink to="/endpoints/$id/settings" params={{ id: endpointId }} {...shown}>
        {label}
      </TextLink>
    );
  if (connectionId === null)
    return (
      <TextLink to="/connections" {...shown}>
        {label}
      </TextLink>
    );
  return (
    <TextLink to="/connections/$id" params={{ id: connectionId }} {...shown}>
      {label}
    </TextLink>
  );
}
