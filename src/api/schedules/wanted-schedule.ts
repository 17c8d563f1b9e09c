/** What was written in the dashboard, as a scheduled job wants it. */
import type { Account } from '../../accounts/account.ts';
import type { AppContext } from '../../app-context.ts';
import { findEndpoint } from '../../endpoints/endpoint-store.ts';
import { inputRefused } from '../../errors/refused-error.ts';
import { readQuery } from '../../export/parameters.ts';
import type { WantedJob } from '../../schedules/wanted-job.ts';
import { addressOf } from '../../sources/google-sheets/address.ts';
import { ChoiceError } from '../../sources/source.ts';
import type { Call } from '../api.ts';
import { writtenSchedule } from './described-schedule.ts';

export async function wantedJob(
  { database }: AppContext,
  account: Account,
  body: Call<'POST /api/schedules'>['body'],
): Promise<WantedJob> {
  const endpoint = await findEndpoint(database.db, body.endpointId);
  if (endpoint?.accountId !== account.id) throw inputRefused('Choose one of your endpoints.', 'endpointId');
  return {
    endpointId: endpoint.id,
    name: body.name,
    query: readQuery(Object.entries(withSpreadsheetId(body.parameters))),
    view: body.view ?? null,
    webhook: body.webhook ?? undefined,
    schedule: writtenSchedule(body.timing),
  };
}

/** A spreadsheet may be given by the address of its page. */
function withSpreadsheetId(parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!parameters['spreadsheet']) return parameters;
  try {
    return { ...parameters, spreadsheet: addressOf(parameters['spreadsheet']).spreadsheet };
  } catch (error) {
    throw error instanceof ChoiceError
      ? inputRefused(`The spreadsheet ${error.message}`, 'parameters')
      : error;
  }
}
