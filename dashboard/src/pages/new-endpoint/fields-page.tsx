/** The last step on a platform: fields and their order, name and format; then the endpoint is made. */
import { Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../api-client.ts';
import { ButtonLink } from '../../components/links.tsx';
import { Panel } from '../../components/panel.tsx';
import { FieldsChooser } from '../../features/fields/fields-chooser.tsx';
import { useApi } from '../../use-api.ts';
import { NameAndFormat } from './name-and-format.tsx';
import type { PlatformDraft } from './platform-draft.ts';
import { PlatformStep, type StepProps } from './platform-steps.tsx';

const route = getRouteApi('/frame/new/$platform/fields');

export function FieldsPage() {
  const { platform } = route.useParams();
  return (
    <PlatformStep
      platform={platform}
      words="Step 3 of 3: fields, name and format"
      needsTable
      beside={(props) => <CreateForm {...props} />}
    >
      {(props) => <Fields {...props} />}
    </PlatformStep>
  );
}

const useFields = ({ connection, choice }: PlatformDraft) =>
  useApi('GET /api/connections/:id/fields', { params: { id: connection }, query: choice });

function Fields({ platform, draft, onDraft }: StepProps) {
  const fields = useFields(draft);
  return (
    <>
      <Panel query={fields} failed="The fields could not be loaded">
        {(data) => (
          <FieldsChooser
            fields={data.fields}
            chosen={draft.fields}
            onChange={(chosen) => onDraft({ ...draft, fields: chosen })}
            error={draft.fields?.length === 0 ? 'Choose at least one.' : undefined}
          />
        )}
      </Panel>
      <Group>
        <ButtonLink to="/new/$platform/table" params={{ platform }} variant="default">
          Back
        </ButtonLink>
      </Group>
    </>
  );
}

function CreateForm({ draft, onDraft, onDone }: StepProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const fields = useFields(draft);
  const suggested = fields.data?.name;
  const [isNamed, setIsNamed] = useState(draft.name !== '');
  useEffect(() => {
    if (isNamed || suggested === undefined) return;
    setIsNamed(true);
    onDraft({ ...draft, name: suggested });
  }, [isNamed, suggested, draft, onDraft]);
  const create = useMutation({
    mutationFn: ({ connection, choice, fields: chosen, name, type }: PlatformDraft) =>
      call('POST /api/connections/:id/endpoints', {
        params: { id: connection },
        body: { choice, fields: chosen && [...chosen], name, type },
      }),
    onSuccess: async ({ id }) => {
      onDone();
      await navigate({ to: '/new/ready/$id', params: { id } });
      await queries.invalidateQueries();
    },
  });
  return (
    <NameAndFormat
      value={draft}
      onChange={(change) => onDraft({ ...draft, ...change })}
      isBusy={create.isPending || (!isNamed && fields.isPending)}
      error={create.error}
      onCreate={() => create.mutate(draft)}
    />
  );
}
