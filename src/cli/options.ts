/**
 * Every option of the command line as one row: type, meaning, allowed values. Help and the reference page of the
 * commands are made from these rows.
 */
import { auditActions } from '../audit/audit-actions.ts';
import { platformNames } from '../connections/platforms.ts';
import { customParameters, linkedRecordForms } from '../endpoints/endpoint.ts';
import { allFormats, isFormatName } from '../formats/all-formats.ts';
import { intervals } from '../ledger/plans/billing-cycle.ts';
import { planNames } from '../ledger/plans/plans.ts';
import { cadences, weekdays } from '../schedules/cadence.ts';
import { choiceParts } from '../sources/choice-parts.ts';
import type { CommandOption } from './command.ts';

export interface OptionRow extends CommandOption {
  /** In Markdown; links lead to pages beside docs/reference/commands.md. */
  readonly meaning: string;
  /** Where the option means something else in one command: its words and the meaning there. */
  readonly meaningIn?: Readonly<Record<string, string>>;
  readonly values?: readonly string[];
}

const text = (meaning: string, values?: readonly string[]): OptionRow => ({
  type: 'string',
  meaning,
  ...(values && { values }),
});

const flag = (meaning: string): OptionRow => ({ type: 'boolean', meaning });

const secret = (row: OptionRow): OptionRow => ({ ...row, secret: true });

const repeated = (row: OptionRow): OptionRow => ({ ...row, multiple: true });

const truth = ['true', 'false'];

export const decimalMarks = ['comma', 'point'] as const;

export const formatNames = Object.keys(allFormats).filter(isFormatName);

const allOptions = {
  account: text('E-mail address of who did it, or of whose account it is about.'),
  action: text('What was done, such as `account.blocked`.', auditActions),
  'access-token': secret(text('An access token of OAuth, for a consent that was given elsewhere.')),
  'add-credits': text('Adds so many credits to those of this billing cycle; not on the free trial.'),
  admin: flag('Marks the account as an administrator.'),
  'all-columns': flag(
    'Exports all columns again, including ones added later. On a platform, changes are noticed by comparing with the columns of now.',
  ),
  allow: repeated(text('Enables a custom parameter for the endpoint.', customParameters)),
  'allow-spreadsheet': repeated(
    text('Id or address of a Google spreadsheet that requests with `save_to_gsheets` may write to.'),
  ),
  disallow: repeated(text('Takes back what `--allow` enabled.', customParameters)),
  'disallow-spreadsheet': repeated(
    text('Id or address of a Google spreadsheet that requests may no longer write to.'),
  ),
  'linked-records': text(
    'How cells of linked records are shown: by their names, their ids, or as JSON with both. Without it, names for a new endpoint.',
    linkedRecordForms,
  ),
  at: text('Time of day, `HH:MM` from `00:00` to `23:59`, on a clock in the time zone.'),
  cancel: text(
    'Whether the plan ends when the time that has been paid is over; `false` takes it back until then.',
    truth,
  ),
  blocked: text(
    'Whether requests are refused with `USER_BLOCKED`, and in the dashboard everything but reading, paying and deleting; sessions end with it.',
    truth,
  ),
  cadence: text('How often it runs.', cadences),
  connection: text('Id of the connection that the table is read through.'),
  credits: {
    ...text(
      'The balance. On the custom plan, together with `--plan`, also the credits of each cycle; without it that plan has no limit.',
    ),
    meaningIn: { 'plan buy-credits': 'How many credits to buy, from 20 to 10000.' },
  },
  day: text('Day of the month of a monthly job, 1 to 31; 31 is the last day of any month.'),
  days: text('How many days are shown, up to today in UTC; 30 without it.'),
  decimal: text(
    'The decimal mark of the numbers in the file. Without it, a column of a file with semicolons or tabs may have decimal commas, and every other number has a point. Also for a file that later replaces this one.',
    decimalMarks,
  ),
  deleted: flag('Lists what was deleted in the last seven days and can be restored.'),
  description: text('What the people who use the endpoint should know; its public page shows it.'),
  endpoint: text('Id of the endpoint that is exported.'),
  fields: {
    ...text(
      'The columns to export, in order, separated by commas; a name with a comma stands in double quotes.',
    ),
    notWith: ['all-columns'],
  },
  header: text(
    'Whether the first row of the file has the column names. Without it, it has; `false` numbers the columns (`column_1`). Also for a file that later replaces this one.',
    truth,
  ),
  initialised: text('Whether the owner counts as having opened the dashboard.', truth),
  interval: text(
    'How often the plan is paid; credits come every month. Together with `--plan`; `monthly` unless it is named.',
    intervals,
  ),
  limit: text('How many are listed, the newest first; 50 without it, 1000 at most.'),
  name: {
    ...text(
      'The name of the endpoint, from which the filename is made. For a new one the default is the name of the file, table or sheet.',
    ),
    meaningIn: {
      'proxy create': 'The name of the proxy, by which you know it; callers never see it.',
      'proxy set': 'The name of the proxy, by which you know it; callers never see it.',
      'connection set': 'What you call the connection, at most 100 characters.',
      'schedule create': 'The name of the schedule, which its mails carry.',
      'schedule set': 'The name of the schedule, which its mails carry.',
    },
  },
  'no-view': { ...flag('Exports the endpoint by the parameters alone.'), notWith: ['view'] },
  'no-webhook': { ...flag('Posts the export nowhere any more.'), notWith: ['webhook'] },
  'no-token': flag('Removes the token: requests need none.'),
  owner: text(
    'E-mail address of the account that owns the endpoint. Without it: a local account without limit.',
  ),
  param: repeated(text('A parameter as `name=value`.')),
  password: secret(text('The password of the account.')),
  plan: text('The plan, by its name in [plans](plans.md).', planNames),
  platform: text('The platform.', platformNames),
  public: text(
    'Whether the endpoint has a public page with its name, description, columns, snippets and, unless it has a token, a preview of ten rows.',
    truth,
  ),
  reconnect: text(
    'Id of a connection of the account that gets the new credential; its endpoints stay and work again.',
  ),
  'refresh-token': secret(text('The refresh token that belongs to the access token.')),
  renew: flag(
    'Makes a new one, by which everything is signed from now on; receivers that check signatures must get it.',
  ),
  replace: text('Id of an endpoint whose file this one replaces; its address and settings stay.'),
  'skip-lines': text(
    'How many lines stand above the table. Without it, clear ones such as a title are found and skipped, with a warning. Also for a file that later replaces this one.',
  ),
  'subscription-ends': text(
    'Date and time, such as `2027-01-31T00:00:00Z`, from which requests are refused; `never` for none.',
  ),
  to: text('The file that is written; it must not exist yet.'),
  token: {
    ...secret(
      text(
        'The token that every request must carry: visible ASCII characters without spaces; `auto` makes a strong one and prints it once.',
      ),
    ),
    canBeMade: true,
    notWith: ['no-token', 'replace'],
    meaningIn: {
      'connection add':
        'The token that the owner made at the platform: an Airtable personal access token, or the secret of a Notion internal integration.',
    },
  },
  tag: repeated(text('A tag for the endpoint, at most 50 characters; an endpoint has at most 20.')),
  untag: repeated(text('A tag that the endpoint loses.')),
  text: text(
    'Columns that stay text although their cells look like numbers, separated by commas; also in a file that later replaces this one.',
  ),
  type: text('The default output format, by its `type` in [formats](formats.md).', formatNames),
  uninitialised: flag('Creates the account as if its owner had never opened the dashboard.'),
  view: text(
    'A view of the endpoint (a proxy, by the first characters of its id), whose parameters are laid over those of the schedule.',
  ),
  weekday: text('Day of the week of a weekly job.', weekdays),
  webhook: text('Address that the export is posted to: `https://…`, in the public internet.'),
  zone: text('Time zone by its name in the IANA database, such as `Europe/Berlin` or `UTC`.'),
} as const satisfies Readonly<Record<string, OptionRow>>;

type OptionName = keyof typeof allOptions;

/** The rows of the options that a command takes. */
export function optionRows(...names: readonly OptionName[]): Readonly<Record<string, OptionRow>> {
  return Object.fromEntries(names.map((name) => [name, allOptions[name]]));
}

/** What the option means in the command with these words, in Markdown. */
export function optionMeaning(words: string, name: string): string {
  const { meaning, meaningIn, values, multiple, secret: isSecret } = rowOf(name);
  return [
    meaningIn?.[words] ?? meaning,
    ...(values ? [`One of ${values.map((value) => `\`${value}\``).join(', ')}.`] : []),
    ...(multiple ? ['May be given more than once.'] : []),
    ...(isSecret ? ['`-` reads it from standard input, `env:NAME` from that variable.'] : []),
  ].join(' ');
}

/** The options that choose a table have their rows with the sources. */
function rowOf(name: string): OptionRow {
  if (isOptionName(name)) return allOptions[name];
  const meaning = choiceParts.get(name);
  if (meaning === undefined) throw new Error(`The option --${name} has no row in options.ts.`);
  return text(meaning);
}

function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(allOptions, name);
}
