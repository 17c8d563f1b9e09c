/** What `npm run demo` prints: addresses and commands to try, each complete, in the order of a first tour. */
import type { DescribedEmulators } from '../emulators/start-emulators.ts';

export interface Demo {
  readonly baseUrl: string;
  /** Of the dashboard. */
  readonly siteUrl: string;
  readonly owner: string;
  readonly password: string;
  readonly key: string;
  /** Ids. */
  readonly endpoints: Readonly<Record<'airtable' | 'notion' | 'google' | 'csv', string>>;
  /** Exports the settings of the demo. */
  readonly settingsFile: string;
  readonly described: DescribedEmulators;
}

export function demoText(demo: Demo): string {
  return `${dashboard(demo)}
${addresses(demo)}
${creating(demo)}
${saving(demo)}
${failing(demo)}
${commanding(demo)}
Ctrl-C stops it and forgets everything.
`;
}

function dashboard({ siteUrl, owner, password }: Demo): string {
  return `Dashboard: ${siteUrl}
  Sign in as ${owner} with the password ${password}: an administrator on the plan Pro. Or sign up as somebody else, and buy
  a plan at the emulated Stripe. Mails are not sent: they appear here, with their links.
`;
}

function addresses({ baseUrl, owner, endpoints }: Demo): string {
  const { airtable, notion, google, csv } = endpoints;
  const sql = (statement: string): string => `?sql=${encodeURIComponent(statement).replaceAll("'", '%27')}`;
  const perCountry =
    'SELECT Country, COUNT(*) AS n, SUM(Amount) AS total FROM service_table GROUP BY Country';
  const late =
    "SELECT Item, Qty, Added FROM service_table WHERE Added >= '2025-01-01' ORDER BY Qty DESC LIMIT 5";
  return `Tablecast runs at ${baseUrl} with an account ${owner} (500 credits) and with emulated platforms.
Open in a browser, or with curl and quotes around the address:

  Airtable: the view "Open, newest first" of the table Orders
    ${baseUrl}/${airtable}?type=dynamic_table
    ${baseUrl}/${airtable}?type=json_records
    ${baseUrl}/${airtable}?type=html_table&extract_json_property=name
    ${baseUrl}/${airtable}${sql('SELECT Status, COUNT(*) AS n, SUM(Total) AS total FROM service_table GROUP BY Status')}

  Notion: four properties of the database Projects, then all (a quarter of a minute at Notion's three calls a second)
    ${baseUrl}/${notion}?type=dynamic_table
    ${baseUrl}/${notion}?type=xml
    ${baseUrl}/${notion}?type=dynamic_table&all_fields=true&show_wait_page=true

  Google Sheets: the sheet Inventory of the spreadsheet Workshop
    ${baseUrl}/${google}?type=dynamic_table
    ${baseUrl}/${google}${sql(late)}

  CSV upload
    ${baseUrl}/${csv}
    ${baseUrl}/${csv}?type=json_split&nest_json=orders
    ${baseUrl}/${csv}${sql(perCountry)}

  Documentation
    ${baseUrl}/docs
`;
}

function creating({ baseUrl, key, described: { airtable } }: Demo): string {
  const body = JSON.stringify({ base: airtable.ids.base, table: airtable.ids.tables.customers });
  return `Make an address for another table of Airtable, with the API key of the account:

  curl ${baseUrl}/urls/create -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${body}'
`;
}

function saving({ baseUrl, endpoints, described: { google } }: Demo): string {
  const token = `-H 'Authorization: Bearer ${google.accessToken}'`;
  const { spreadsheetId } = google.ids;
  return `Save an export to Google as well, then look at the emulated Google:

  curl '${baseUrl}/${endpoints.csv}?save_to_gdrive=true&filename_timestamp=end'
  curl ${token} ${google.origin}/drive/v3/files
  curl '${baseUrl}/${endpoints.google}?save_to_gsheets=true&spreadsheet=${spreadsheetId}&sheet=Saved'
  curl ${token} ${google.origin}/v4/spreadsheets/${spreadsheetId}/values/Saved
`;
}

function failing({ baseUrl, endpoints, described: { airtable, google } }: Demo): string {
  const fault = (at: string, name: string): string => `curl ${at} -d '{"name":"${name}"}'`;
  const clear = (at: string): string => `curl -X DELETE ${at}`;
  const token = `-H 'Authorization: Bearer ${google.accessToken}'`;
  const header = `${google.origin}/v4/spreadsheets/${google.ids.spreadsheetId}/values/Inventory!A1?valueInputOption=RAW`;
  return `Let a platform fail; no failure costs a credit:

  423: the token is refused
    ${fault(airtable.faults, 'unauthorized')}
    curl -i ${baseUrl}/${endpoints.airtable}
    ${clear(airtable.faults)}

  429: the month's calls are used up
    ${fault(airtable.faults, 'billingLimit')}
    curl -i ${baseUrl}/${endpoints.airtable}
    ${clear(airtable.faults)}

  409: the spreadsheet is gone
    ${fault(google.faults, 'notFound')}
    curl -i ${baseUrl}/${endpoints.google}
    ${clear(google.faults)}

  409: a column has another name; it is right again with the last command of all
    curl -X PUT '${header}' ${token} -d '{"values":[["Thing"]]}'
    curl -i ${baseUrl}/${endpoints.google}

  All faults by name: curl ${airtable.faults}
`;
}

function commanding({ owner, endpoints, settingsFile }: Demo): string {
  return `Commands, in another terminal in this folder:

  . ${settingsFile}
  npm run -s tablecast -- endpoint list ${owner}
  npm run -s tablecast -- connection authorize ${owner} --platform google
  npm run -s tablecast -- endpoint set ${endpoints.google} --all-columns
`;
}
