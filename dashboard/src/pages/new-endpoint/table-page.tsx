/** The second step on a platform: base and table, database, or spreadsheet and sheet. */
import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ButtonLink } from '../../components/links.tsx';
import { ChoiceField } from './choice-field.tsx';
import { type Choice, withPart } from './platform-draft.ts';
import { PlatformStep, type StepProps } from './platform-steps.tsx';

const route = getRouteApi('/frame/new/$platform/table');

export function TablePage() {
  const { platform } = route.useParams();
  return (
    <PlatformStep platform={platform} words="Step 2 of 3: the table">
      {(props) => <TableChoice {...props} />}
    </PlatformStep>
  );
}

function TableChoice({ platform, steps, draft, onDraft, isComplete }: StepProps) {
  const order = steps.map(({ part }) => part);
  const open = steps.findIndex(({ part, isOptional }) => !isOptional && !draft.choice[part]);
  const shown = open === -1 ? steps : steps.slice(0, open + 1);
  return (
    <>
      {shown.map((step, at) => {
        const before: Choice = Object.fromEntries(
          order.slice(0, at).flatMap((part) => (draft.choice[part] ? [[part, draft.choice[part]]] : [])),
        );
        return (
          <ChoiceField
            // A list of another base is another list.
            key={`${step.part} ${JSON.stringify(before)}`}
            step={step}
            connection={draft.connection}
            before={before}
            value={draft.choice[step.part] ?? ''}
            name={draft.names[step.part] ?? ''}
            onChoose={(value, name) => onDraft(withPart(draft, order, { part: step.part, value, name }))}
          />
        );
      })}
      <Group>
        {isComplete && (
          <ButtonLink to="/new/$platform/fields" params={{ platform }}>
            Next: fields and name
          </ButtonLink>
        )}
        <ButtonLink to="/new/$platform" params={{ platform }} variant="default">
          Back
        </ButtonLink>
      </Group>
    </>
  );
}
