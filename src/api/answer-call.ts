/**
 * A call is answered by its handler, or with what was refused, and what it has changed is recorded in the audit log, as
 * its row there says.
 */

import type { SignedInAccount } from '../accounts/sign-in/auth.ts';
import { type AuditEvent, actorOf, type Person, type Target } from '../audit/audit-entry.ts';
import { recordAfter } from '../audit/record-after.ts';
import { allHandlers } from './all-handlers.ts';
import type { Answer, Call, Handler, WrittenAnswer } from './api.ts';
import { auditedRoutes, type ChangingRoute, type Recorded } from './audited-routes.ts';
import type { RouteName } from './contract.ts';
import { explainingRefusals } from './refused.ts';

export async function answerCall<Name extends RouteName>(
  name: Name,
  call: Call<Name>,
): Promise<Answer<Name> | WrittenAnswer<Name>> {
  const handler: Handler<Name> = allHandlers[name];
  const answering = () => explainingRefusals(call.context, () => handler(call));
  const recorded = recordedOf(name);
  const caller: SignedInAccount | undefined = call.account;
  if (!recorded || !caller) return answering();
  // The row is that of the same name, and knows its own call and answer.
  const known = call as unknown as Call<ChangingRoute>;
  const before = await recorded.on?.(known);
  const answer = await answering();
  const events = eventsOf(recorded, { call: known, caller, before, answer: answer as Answer<ChangingRoute> });
  await recordAfter(call.context, actorOf(caller, call.from), events);
  return answer;
}

interface Answered {
  readonly call: Call<ChangingRoute>;
  readonly caller: Person;
  readonly before: Target | undefined;
  readonly answer: Answer<ChangingRoute>;
}

function eventsOf(row: Recorded<ChangingRoute>, { call, caller, before, answer }: Answered): AuditEvent[] {
  const target = before ?? row.made?.(answer, call);
  if (!target) return [];
  const actions = typeof row.action === 'string' ? [row.action] : row.action(call);
  const account = ownerOf(row, caller, target);
  const details = row.details?.(call, answer);
  return actions.map((action) => ({ action, account, target, details }));
}

function ownerOf({ whose }: Recorded<ChangingRoute>, caller: Person, target: Target): Person | null {
  if (whose === 'nobody') return null;
  return whose === 'target' && target.id !== null ? { id: target.id, email: target.name ?? '' } : caller;
}

function recordedOf(name: RouteName): Recorded<ChangingRoute> | undefined {
  const rows: Readonly<Record<string, object>> = auditedRoutes;
  const row = rows[name];
  return row && 'action' in row ? (row as Recorded<ChangingRoute>) : undefined;
}
