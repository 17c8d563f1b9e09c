import { describe, expect, it } from 'vitest';
import { at, everyMessage, link } from '../../tests/support/every-message.ts';
import { hostileTexts } from '../../tests/support/hostile-texts.ts';
import * as messages from './messages.ts';

const odd = [
  'a\r\nBcc: victim@example.com',
  'a\nb\u2028c\u2029d\u0000e\u0085f',
  '\u202egpj.exe\u2066\u200f',
  '\ud800half',
  '👩‍👩‍👧'.repeat(2_000),
  'x'.repeat(10_000),
  '{{constructor}}<%= 1 %>',
];

describe.each(Object.keys(everyMessage('')))('%s', (name) => {
  const of = (text: string) =>
    Object.entries(everyMessage(text)).find(([each]) => each === name)?.[1] ?? {
      subject: '',
      body: '',
      html: '',
    };

  it('has one line as its subject, a link in text and HTML, and says why one gets it', () => {
    const { subject, body, html } = of('Sales');
    expect(subject).toMatch(/^\S.*\S$/);
    expect(body).toContain(link);
    expect(html).toContain('href="https://tables.example/app/x?a=1&amp;b=&quot;2&quot;"');
    expect(body).toContain('You get this e-mail ');
    expect(html).toContain('You get this e-mail ');
  });

  it.each([...hostileTexts, ...odd])('makes plain text of %j', (text) => {
    const { subject, body, html } = of(text);
    expect(subject.length).toBeLessThanOrEqual(200);
    expect(subject).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    expect(body).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    expect([...html.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, tag]) => tag).join()).toBe(
      [...of('Sales').html.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, tag]) => tag).join(),
    );
    expect(html.length).toBeLessThan(60_000);
  });
});

it('the subject of a failed scheduled export is exact, and its text has reason and data', () => {
  const { subject, body, html } = messages.scheduledExportFailed({
    job: 'Nightly sales',
    endpoint: 'Sales',
    dueAt: at,
    zone: 'Europe/Berlin',
    error: 'Could not validate sql.',
    data: 'no such column: X',
    help: 'https://tables.example/docs/sql',
    link,
  });
  expect(subject).toBe('Scheduled Export Failed: Nightly sales');
  for (const part of ['Could not validate sql.', 'no such column: X', 'https://tables.example/docs/sql']) {
    expect(body).toContain(part);
    expect(html).toContain(part);
  }
  expect(body).toContain('Nov 15, 2026, 07:00 GMT+1');
});

it('keeps letters, emoji and joiners as they are, and cuts none in two', () => {
  expect(
    messages.exportRan({ name: 'Ünï 数据 👩‍👧', type: 'csv', at, since: 0, saved: [], link }).subject,
  ).toBe('Export ran: Ünï 数据 👩‍👧');
  const { subject } = messages.exportRan({
    name: '😀'.repeat(500),
    type: 'csv',
    at,
    since: 0,
    saved: [],
    link,
  });
  expect(subject).toMatch(/^Export ran: (?:😀)+…$/u);
});
