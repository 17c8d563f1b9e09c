/** The figures of a column: how full it is, its range, its most frequent values and how its numbers are spread. */
import { Group, Stack, Table, Text, Title, UnstyledButton } from '@mantine/core';
import { typeText } from '../../column-types.ts';
import { countText, numberText } from '../../formats.ts';
import { ProfileBars } from './profile-bars.tsx';
import type { ColumnProfile } from './profile-source.ts';
import { figureText, shareText } from './profile-words.ts';

interface ProfileViewProps {
  readonly profile: ColumnProfile;
  /** Undefined: a click does nothing. */
  readonly filter: (value: string) => (() => void) | undefined;
}

export function ProfileView({ profile, filter }: ProfileViewProps) {
  const { rows, isWhole, type, bars } = profile;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {type === 'any' ? '' : `${sentence(typeText(type))} · `}
        {isWhole ? countText(rows, 'row', 'rows') : `First ${countText(rows, 'row', 'rows')}`}
      </Text>
      <Figures profile={profile} />
      {bars.length > 0 && <ProfileBars bars={bars} />}
      {profile.top.length > 0 && <TopValues profile={profile} filter={filter} />}
    </Stack>
  );
}

const smallestToLargest = ['Smallest', 'Largest'] as const;
const fromAToZ = ['First from A to Z', 'Last from A to Z'] as const;
const inTime = ['Earliest', 'Latest'] as const;

const rangeWords: Readonly<Record<ColumnProfile['type'], readonly [string, string]>> = {
  integer: smallestToLargest,
  number: smallestToLargest,
  date: inTime,
  datetime: inTime,
  string: fromAToZ,
  boolean: fromAToZ,
  json: fromAToZ,
  any: fromAToZ,
};

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Figures({ profile }: Pick<ProfileViewProps, 'profile'>) {
  const { filled, rows, distinct, isExact, smallest, largest, average } = profile;
  const isNumber = profile.type === 'integer' || profile.type === 'number';
  const [least, most] = rangeWords[profile.type];
  const figures = [
    ['Filled', `${numberText(filled)} (${shareText(filled, rows)})`],
    ['Distinct values', isExact ? numberText(distinct) : `At least ${numberText(distinct)}`],
    ...(smallest === null ? [] : [[least, figureText(smallest, isNumber)]]),
    ...(largest === null ? [] : [[most, figureText(largest, isNumber)]]),
    ...(average === null ? [] : [['Average', figureText(String(average), true)]]),
  ];
  return (
    <Table w="auto" verticalSpacing={4} withRowBorders={false}>
      <Table.Tbody>
        {figures.map(([label, text]) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={400} c="dimmed">
              {label}
            </Table.Th>
            <Table.Td className="address">{text}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function TopValues({ profile, filter }: ProfileViewProps) {
  const { top, isExact, rows } = profile;
  return (
    <Stack gap={4}>
      <Title order={3} size="h6">
        {isExact ? 'Most frequent values' : 'Frequent values'}
      </Title>
      <Stack gap={4} component="ul" className="plain-list">
        {top.map(({ value, count }) => (
          <Group key={value} component="li" justify="space-between" wrap="nowrap" gap="md">
            <Value value={value} onClick={value.endsWith('…') ? undefined : filter(value)} />
            <Text size="sm" c="dimmed" className="numbers" style={{ whiteSpace: 'nowrap' }}>
              {numberText(count)} ({shareText(count, rows)})
            </Text>
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}

function Value({ value, onClick }: { readonly value: string; readonly onClick: (() => void) | undefined }) {
  const text = (
    <Text size="sm" lineClamp={2} className="address">
      {value}
    </Text>
  );
  if (!onClick) return text;
  return (
    <UnstyledButton title="Show only this value" td="underline" mih={24} onClick={onClick}>
      {text}
    </UnstyledButton>
  );
}
