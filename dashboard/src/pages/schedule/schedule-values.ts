/** What is written in the form of a schedule, and how the service takes and gives it. */
import type { Answer, Input } from '../../api-client.ts';
import { browserZone, type Timing, type Weekday } from './timing-words.ts';

export interface ScheduleValues {
  readonly endpointId: string;
  /** Its id; empty: none. */
  readonly view: string;
  readonly name: string;
  readonly cadence: Timing['cadence'];
  readonly at: string;
  readonly zone: string;
  readonly weekday: Weekday;
  readonly day: number;
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
  readonly toDrive: boolean;
  readonly toSheet: boolean;
  readonly spreadsheet: string;
  readonly sheet: string;
  readonly toWebhook: boolean;
  readonly webhook: string;
}

type Written = Input<'POST /api/schedules'>['body'];

export const emptyValues = (endpointId: string, view = ''): ScheduleValues => ({
  endpointId,
  view,
  name: '',
  cadence: 'daily',
  at: '07:00',
  zone: browserZone(),
  weekday: 'monday',
  day: 1,
  parameters: [],
  toDrive: false,
  toSheet: false,
  spreadsheet: '',
  sheet: '',
  toWebhook: false,
  webhook: '',
});

export function timingOf({ cadence, at, zone, weekday, day }: ScheduleValues): Timing {
  return {
    cadence,
    at,
    zone,
    weekday: cadence === 'weekly' ? weekday : null,
    day: cadence === 'monthly' ? day : null,
  };
}

/** Destinations at Google are parameters, too. */
export function writtenOf(values: ScheduleValues): Written {
  const { endpointId, view, name, parameters, toDrive, toSheet, spreadsheet, sheet, toWebhook, webhook } =
    values;
  return {
    endpointId,
    view: view === '' ? null : view,
    name,
    timing: timingOf(values),
    parameters: {
      ...Object.fromEntries(parameters.map(({ name: parameter, value }) => [parameter, value])),
      ...(toDrive && { save_to_gdrive: 'true' }),
      ...(toSheet && { save_to_gsheets: 'true', spreadsheet, sheet }),
    },
    webhook: toWebhook ? webhook : null,
  };
}

const ofDestinations: readonly string[] = ['save_to_gdrive', 'save_to_gsheets', 'spreadsheet', 'sheet'];

export function valuesOf(schedule: Answer<'GET /api/schedules/:id'>): ScheduleValues {
  const { endpointId, view, name, timing, parameters, webhook } = schedule;
  const isOn = (parameter: string): boolean => parameters[parameter]?.toLowerCase() === 'true';
  return {
    endpointId,
    view: view?.id ?? '',
    name,
    cadence: timing.cadence,
    at: timing.at,
    zone: timing.zone,
    weekday: timing.weekday ?? 'monday',
    day: timing.day ?? 1,
    parameters: Object.entries(parameters)
      .filter(([parameter]) => !ofDestinations.includes(parameter))
      .map(([parameter, value]) => ({ name: parameter, value })),
    toDrive: isOn('save_to_gdrive'),
    toSheet: isOn('save_to_gsheets'),
    spreadsheet: parameters['spreadsheet'] ?? '',
    sheet: parameters['sheet'] ?? '',
    toWebhook: webhook !== null,
    webhook: webhook ?? '',
  };
}

/** The address of a webhook may be a secret, and is not kept. */
export const draftOf = (values: ScheduleValues): ScheduleValues => ({ ...values, webhook: '' });

/** What an earlier version of the dashboard may have kept otherwise is not used. */
export function readScheduleDraft(stored: unknown): ScheduleValues | undefined {
  const empty = emptyValues('');
  if (typeof stored !== 'object' || stored === null) return undefined;
  const kept: Readonly<Record<string, unknown>> = { ...stored };
  const isSameShape = Object.entries(empty).every(([key, value]) => typeof kept[key] === typeof value);
  const { parameters } = kept;
  if (!isSameShape || !Array.isArray(parameters) || !parameters.every(isParameter)) return undefined;
  // Every value has the type of its example, and words that mean nothing are refused by the service.
  return { ...empty, ...(kept as Partial<ScheduleValues>), parameters };
}

function isParameter(each: unknown): each is ScheduleValues['parameters'][number] {
  if (typeof each !== 'object' || each === null) return false;
  return 'name' in each && 'value' in each && typeof each.name === 'string' && typeof each.value === 'string';
}
