/** The control of one parameter. */
import { Anchor, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ControlProps, controls, isOn, type Restriction } from './controls.ts';
import { FormatControl } from './format-control.tsx';
import { SettingsLink } from './settings-link.tsx';
import { SheetFields } from './sheet-fields.tsx';
import { valueIn } from './url-query.ts';

export function ParameterControl(props: ControlProps) {
  const { name, endpoint, query, onChange } = props;
  const { label, help, kind, choices = [], isShown, restriction } = controls[name];
  const value = valueIn(query, name) ?? '';
  const restricted = restriction?.(props);
  const description = (
    <>
      {help} {restricted && <RestrictionNote {...restricted} endpointId={endpoint.id} />}
    </>
  );
  if (isShown?.(props) === false) return null;
  if (kind === 'format') return <FormatControl {...props} />;
  if (kind === 'text')
    return (
      <TextInput
        label={label}
        description={description}
        value={value}
        onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
      />
    );
  if (kind === 'choice')
    return (
      <NativeSelect
        label={label}
        description={description}
        data={choices}
        value={value.toLowerCase() === 'true' ? 'end' : value.toLowerCase()}
        onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
      />
    );
  const on = isOn(query, name);
  return (
    <Stack gap="xs">
      <Switch
        label={label}
        description={description}
        checked={on}
        disabled={!on && restricted?.isRefused === true}
        onChange={({ currentTarget }) => onChange(name, currentTarget.checked ? 'true' : undefined)}
      />
      {kind === 'sheet' && on && <SheetFields {...props} />}
    </Stack>
  );
}

interface RestrictionNoteProps extends Restriction {
  readonly endpointId: string;
}

function RestrictionNote({ text, page, endpointId }: RestrictionNoteProps) {
  return (
    <Text span inherit fw={600}>
      {text} {page === 'settings' && <SettingsLink endpointId={endpointId} />}
      {page === 'connections' && (
        <Anchor component={Link} to="/connections" inherit underline="always">
          Connections
        </Anchor>
      )}
    </Text>
  );
}
