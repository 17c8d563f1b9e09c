/** Snippets for Excel, Power BI, Google Sheets and LibreOffice. */
import { formulaText, powerQueryText, quotedText } from './quoting.ts';
import type { Program } from './snippet.ts';
import { addressAs, addressWith, bearer, question, type Target } from './target.ts';

const perRefresh = 'One credit for each refresh: daily, about 30 a month; every hour, about 720.';

/** Buffered, because Power Query would otherwise ask twice. */
function powerQuery(target: Target): string {
  const { url, isProtected } = target;
  const asked = [...question(target), ['type', 'csv'] as const];
  const at = url.lastIndexOf('/');
  const options = [
    `RelativePath = ${powerQueryText(url.slice(at + 1))}`,
    `Query = [${asked.map(([name, value]) => `#${powerQueryText(name)} = ${powerQueryText(value)}`).join(', ')}]`,
    ...(isProtected ? [`Headers = [Authorization = ${powerQueryText(bearer)}]`] : []),
  ].join(',\n    ');
  return `let
  Source = Binary.Buffer(Web.Contents(${powerQueryText(url.slice(0, at))}, [
    ${options}
  ])),
  Rows = Csv.Document(Source, [Delimiter = ",", Encoding = 65001, QuoteStyle = QuoteStyle.Csv]),
  Result = Table.PromoteHeaders(Rows, [PromoteAllScalars = true])
in
  Result`;
}

/** Lines end as Windows ends them. */
function webQuery(target: Target): string {
  const address = addressWith(target, 'excel_web_query');
  const lines = [
    'WEB',
    '1',
    address,
    '',
    'Selection=AllTables',
    'Formatting=None',
    'DisableDateRecognition=True',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

function appsScript(target: Target): string {
  const options = target.isProtected
    ? `, {\n    headers: { Authorization: ${quotedText(bearer)} },\n  }`
    : '';
  return `function TABLECAST() {
  const answer = UrlFetchApp.fetch(${quotedText(addressAs(target, 'csv'))}${options});
  return Utilities.parseCsv(answer.getContentText());
}`;
}

export const excel: Program = {
  key: 'excel',
  label: 'Excel, Power BI',
  snippets: [
    {
      title: 'From Web',
      how: 'In Excel, choose Data > From Web, paste this URL and choose Load. If Excel asks how to sign in, choose Anonymous.',
      credits: perRefresh,
      sendsHeaders: false,
      isOutside: false,
      text: (target) => addressAs(target, 'csv'),
    },
    {
      title: 'Power Query',
      how: 'Get Data > Blank query > Advanced editor. When it asks how to sign in, choose Anonymous.',
      credits: perRefresh,
      sendsHeaders: true,
      isOutside: false,
      text: powerQuery,
    },
    {
      title: 'Web query file (.iqy)',
      how: 'Download it and open it in Excel: the rows come into the sheet, and Refresh All brings the current ones.',
      credits: perRefresh,
      sendsHeaders: false,
      isOutside: false,
      file: 'iqy',
      text: webQuery,
    },
  ],
};

export const libreOffice: Program = {
  key: 'libreoffice',
  label: 'LibreOffice',
  snippets: [
    {
      title: 'External data',
      how: 'In Calc, choose Sheet > External Links, paste this URL, press Enter and choose HTML_tables. Tick "Update every" to refresh it.',
      credits: perRefresh,
      sendsHeaders: false,
      isOutside: false,
      text: (target) => addressWith(target, 'html_table'),
    },
  ],
};

const hourly = 'Google asks about every hour while the sheet is open: up to 720 credits a month.';

export const googleSheets: Program = {
  key: 'google-sheets',
  label: 'Google Sheets',
  snippets: [
    {
      title: 'Formula IMPORTDATA',
      how: 'Into the cell where the table begins.',
      credits: hourly,
      sendsHeaders: false,
      isOutside: true,
      text: (target) => `=IMPORTDATA(${formulaText(addressAs(target, 'csv'))})`,
    },
    {
      title: 'Formula IMPORTHTML',
      how: 'Into the cell where the table begins. For tables that IMPORTDATA finds too large.',
      credits: hourly,
      sendsHeaders: false,
      isOutside: true,
      text: (target) => `=IMPORTHTML(${formulaText(addressWith(target, 'html_table'))}, "table", 1)`,
    },
    {
      title: 'Apps Script',
      how: 'Extensions > Apps Script. Then =TABLECAST() in the cell where the table begins.',
      credits: 'One credit each time the cell recalculates.',
      sendsHeaders: true,
      isOutside: true,
      text: appsScript,
    },
  ],
};
