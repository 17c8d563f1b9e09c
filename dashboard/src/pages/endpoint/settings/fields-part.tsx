/** The fields of the endpoint's source to choose from; a platform is asked for those that it has now. */
import { Box } from '@mantine/core';
import type { Answer } from '../../../api-client.ts';
import { Panel } from '../../../components/panel.tsx';
import { FieldsChooser } from '../../../features/fields/fields-chooser.tsx';
import { useApi } from '../../../use-api.ts';

interface FieldsPartProps {
  readonly endpoint: Answer<'GET /api/endpoints/:id'>;
  readonly chosen: string[] | null;
  readonly error: string | undefined;
  readonly onChange: (chosen: string[] | null) => unknown;
}

export function FieldsPart({ endpoint, chosen, error, onChange }: FieldsPartProps) {
  const { id } = endpoint;
  const known = useApi('GET /api/endpoints/:id/fields', { params: { id } });
  return (
    <Panel query={known} failed="The fields of the source could not be loaded">
      {({ fields }) => (
        <>
          {/* The form finds it by its path, to lead to it when it is wrong. */}
          <Box data-path="fields" tabIndex={-1} className="heading">
            <FieldsChooser fields={fields} chosen={chosen} error={error} onChange={onChange} />
          </Box>
        </>
      )}
    </Panel>
  );
}
