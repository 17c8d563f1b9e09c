/** The controls of parameters that are seldom needed, in groups. */
import { SimpleGrid, Stack, Title } from '@mantine/core';
import { type ControlProps, controlNames, controls } from './controls.ts';
import { ParameterControl } from './parameter-control.tsx';

const groups = [...new Set(controlNames.flatMap((name) => controls[name].group ?? []))];

export function MoreControls(props: Omit<ControlProps, 'name'>) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="xl">
      {groups.map((group) => (
        <Stack key={group} gap="sm">
          <Title order={2} size="h5">
            {group}
          </Title>
          {controlNames
            .filter((name) => controls[name].group === group)
            .map((name) => (
              <ParameterControl key={name} name={name} {...props} />
            ))}
        </Stack>
      ))}
    </SimpleGrid>
  );
}
