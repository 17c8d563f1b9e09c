/** The plans with their credits and prices, the own one marked, and the way to each other one. */
import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api-client.ts';
import { WideTable } from '../../components/wide-table.tsx';
import { moneyText, numberText } from '../../formats.ts';
import { AskCustom } from './ask-custom.tsx';
import { PlanChangeDialog, type WantedTerm } from './plan-change-dialog.tsx';

type Plans = Answer<'GET /api/plans'>;
type Plan = Plans['plans'][number];

interface PlanTableProps {
  readonly data: Plans;
  readonly interval: Plans['own']['interval'];
}

export function PlanTable({ data, interval }: PlanTableProps) {
  const [wanted, setWanted] = useState<WantedTerm>({ plan: 'lite', interval });
  const [isOpen, setOpen] = useState(false);
  const choose = (plan: WantedTerm['plan']): void => {
    setWanted({ plan, interval });
    setOpen(true);
  };
  return (
    <>
      <WideTable label="All plans" minWidth={300}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Plan</Table.Th>
              <Table.Th className="numbers">
                Credits<span className="wide"> a month</span>
              </Table.Th>
              <Table.Th className="numbers">Price</Table.Th>
              {data.hasPayment && (
                <Table.Th>
                  <Text span inherit className="visually-hidden">
                    Choose
                  </Text>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.plans.map((plan) => (
              <Table.Tr key={plan.name} h={44}>
                <Table.Th scope="row">
                  <Group gap="xs" wrap="nowrap">
                    {plan.label}
                    {plan.name === data.own.name && (
                      <Badge
                        variant="outline"
                        color="gray"
                        tt="none"
                        c="var(--mantine-color-text)"
                        flex="none"
                      >
                        yours
                      </Badge>
                    )}
                  </Group>
                </Table.Th>
                <Table.Td className="numbers">{creditsText(plan)}</Table.Td>
                <Table.Td className="numbers">{priceText(plan, interval)}</Table.Td>
                {data.hasPayment && (
                  <Table.Td>
                    <Choice data={data} plan={plan} interval={interval} onChoose={choose} />
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
      <PlanChangeDialog wanted={wanted} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

interface ChoiceProps extends PlanTableProps {
  readonly plan: Plan;
  readonly onChoose: (plan: WantedTerm['plan']) => void;
}

function Choice({ data: { own }, plan, interval, onChoose }: ChoiceProps) {
  const { name } = plan;
  if (name === 'trial') return null;
  if (name === 'custom') return <AskCustom />;
  const isSubscribed = own.isPaid && own.status !== 'expired';
  if (isSubscribed && own.status === 'grace') return null;
  if (isSubscribed && name === own.name && interval === own.interval) return null;
  const isNext =
    own.next !== null && own.next !== 'none' && own.next.name === name && own.next.interval === interval;
  if (isNext) return <Text size="sm">Comes next</Text>;
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={isSubscribed ? `Change to ${plan.label}` : `Choose ${plan.label}`}
      onClick={() => onChoose(name)}
    >
      {isSubscribed ? 'Change' : 'Choose'}
    </Button>
  );
}

function creditsText({ monthlyCredits, isOneTime }: Plan): string {
  if (monthlyCredits === null) return 'negotiable';
  return isOneTime ? `${numberText(monthlyCredits)}, one time` : numberText(monthlyCredits);
}

function priceText({ monthlyPrice, annualPrice }: Plan, interval: 'monthly' | 'annual'): ReactNode {
  const price = interval === 'annual' ? annualPrice : monthlyPrice;
  if (price === null) return 'custom';
  if (price === 0) return 'free';
  return (
    <>
      {moneyText(price * 100)}
      <span className="wide"> a {interval === 'annual' ? 'year' : 'month'}</span>
    </>
  );
}
