/** Snippets for pages and for services that call an address. */
import { attributeText } from './quoting.ts';
import type { Program, Snippet } from './snippet.ts';
import { addressWith, bearer, type Target } from './target.ts';

const embed: Snippet = {
  title: 'Embed in a page',
  how: 'Into the HTML of your page: a table with search and pages. Visitors can see this URL.',
  credits: 'One credit for each view of the page.',
  sendsHeaders: false,
  isOutside: false,
  text: (target) =>
    `<iframe src=${attributeText(addressWith(target, 'dynamic_table'))} title=${attributeText(target.name)} width="100%" height="480" loading="lazy"></iframe>`,
};

const notion: Snippet = {
  ...embed,
  title: 'Embed block',
  how: 'In Notion type /embed and paste the URL.',
  credits: 'One credit for each view of the page in Notion.',
  isOutside: true,
  text: (target) => addressWith(target, 'dynamic_table'),
};

const called = (target: Target): string =>
  [
    'Method: GET',
    `URL: ${addressWith(target, 'json_records')}`,
    ...(target.isProtected ? [`Header: Authorization: ${bearer}`] : []),
  ].join('\n');

const zapier: Snippet = {
  title: 'Webhooks by Zapier',
  how: 'Action: Webhooks by Zapier > Custom Request. It waits 30 seconds and takes 20 MB.',
  credits: 'One credit for each run of the Zap: every hour, about 720 a month.',
  sendsHeaders: true,
  isOutside: true,
  text: called,
};

const make: Snippet = {
  ...zapier,
  title: 'HTTP module',
  how: 'Module: HTTP > Make a request, with Parse response switched on.',
  credits: 'One credit for each run of the scenario: every hour, about 720 a month.',
};

const looker: Snippet = {
  title: 'Through a Google sheet',
  how: 'Looker Studio reads a Google sheet: make a schedule here that saves to one, with these parameters, and choose the sheet as the data source.',
  credits: 'One credit for each run of the schedule: daily, about 30 a month.',
  sendsHeaders: true,
  isOutside: false,
  text: () => 'save_to_gsheets=true\nspreadsheet=SPREADSHEET_ID\nsheet=Sheet1',
};

const program = (key: string, label: string, snippet: Snippet): Program => ({
  key,
  label,
  snippets: [snippet],
});

export const webPrograms: readonly Program[] = [
  program('embed', 'Embed', embed),
  program('looker-studio', 'Looker Studio', looker),
  program('zapier', 'Zapier', zapier),
  program('make', 'Make', make),
  program('notion', 'Notion', notion),
];
