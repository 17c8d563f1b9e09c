/**
 * The one template of all mails: heading, paragraphs, facts, a button, and a footer that says why one gets it; as text
 * and as HTML of the kind that mail programs show, with styles inline.
 */

import { cleanText } from '../base/clean-text.ts';
import { escapeHtml } from '../base/markup.ts';
import { dark, light } from '../base/palette.ts';
import type { MailKind } from './mail-kinds.ts';

export interface Message {
  /** One line of at most 200 characters. */
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  readonly html: string;
  /** Null of one that always arrives. */
  readonly kind: MailKind | null;
}

/** A link under the words of its label. */
export interface NamedLink {
  readonly label: string;
  readonly link: string;
}

interface Content {
  /** Absent of one that always arrives. */
  readonly kind?: MailKind;
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Label and value of what the mail is about. */
  readonly facts?: readonly (readonly [string, string])[];
  /** Where an export was saved. */
  readonly saved?: readonly NamedLink[];
  readonly button: NamedLink;
  /** Why one gets this mail. */
  readonly reason: string;
}

const subjectLength = 200;
const textLength = 2_000;

export function fillTemplate(content: Content): Message {
  const cleaned = {
    ...content,
    heading: cleanText(content.heading, subjectLength),
    paragraphs: content.paragraphs.map((paragraph) => cleanText(paragraph, textLength)),
    facts: (content.facts ?? []).map(([label, value]) => [label, cleanText(value, textLength)] as const),
    saved: (content.saved ?? []).map(({ label, link }) => ({ label: cleanText(label, subjectLength), link })),
  };
  return {
    subject: cleanText(content.subject, subjectLength),
    body: plainText(cleaned),
    html: page(cleaned),
    kind: content.kind ?? null,
  };
}

type Cleaned = Required<Omit<Content, 'kind'>>;

interface Choices {
  /** The page on which one chooses which mails one gets. */
  readonly settings: string;
  /** Undefined of a mail that always arrives. */
  readonly unsubscribe: string | undefined;
}

/** What is added when it is sent: the links by which one gets fewer. */
export function withChoices<Mail extends { readonly body: string; readonly html: string | null }>(
  mail: Mail,
  { settings, unsubscribe }: Choices,
): Mail {
  const lines = [`Choose which e-mails you get: ${settings}`];
  if (unsubscribe !== undefined) lines.push(`Unsubscribe from e-mails like this: ${unsubscribe}`);
  const links = [`<a href="${escapeHtml(settings)}">Choose which e-mails you get</a>`];
  if (unsubscribe !== undefined) links.push(`<a href="${escapeHtml(unsubscribe)}">Unsubscribe</a>`);
  const html = mail.html?.replace(choicesPlace, () => `<br>${links.join(' · ')}`) ?? null;
  return { ...mail, body: `${mail.body}${lines.join('\n')}\n`, html };
}

const choicesPlace = '<!--choices-->';

function plainText({ heading, paragraphs, facts, saved, button, reason }: Cleaned): string {
  const blocks = [
    heading,
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    saved.map(({ label, link }) => `Saved to ${label}:\n${link}`).join('\n'),
    `${button.label}:\n${button.link}`,
    `-- \n${reason}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** For mail programs that know the media query; the others show the light form. */
const darkStyles = `@media (prefers-color-scheme:dark){
.page{background:${dark.ground}!important}.card{background:${dark.paper}!important;border-color:${dark.line}!important}
.text{color:${dark.ink}!important}.faint{color:${dark.soft}!important}.line{border-color:${dark.line}!important}
.name,.link{color:${dark.accent}!important}.button{background:${dark.accent}!important;color:${dark['accent-ink']}!important}}`;

function page(content: Cleaned): string {
  const { heading, paragraphs, facts, saved, button, reason } = content;
  const link = escapeHtml(button.link);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title><style>${darkStyles}</style></head>
<body class="page" style="margin:0;padding:0;background:${light.ground}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${light.ground}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;${font}">
<tr><td class="name" style="padding:0 4px 12px;font-size:15px;font-weight:700;color:${light.accent}">Tablecast</td></tr>
<tr><td class="card" style="padding:28px;background:${light.paper};border:1px solid ${light.line};border-radius:10px">
<h1 class="text" dir="auto" style="margin:0 0 16px;font-size:20px;line-height:1.35;color:${light.ink};${breaking}">${escapeHtml(heading)}</h1>
${paragraphs.map(paragraphHtml).join('\n')}
${factsHtml(facts, saved)}
<a class="button" href="${link}" style="display:inline-block;margin:8px 0 0;padding:11px 20px;background:${light.accent};border-radius:6px;font-size:15px;font-weight:600;color:${light['accent-ink']};text-decoration:none">${escapeHtml(button.label)}</a>
</td></tr>
<tr><td class="faint" style="padding:14px 4px 0;font-size:12px;line-height:1.5;color:${light.soft};${breaking}">${escapeHtml(reason)}<br>
If the button does not work, open ${link}${choicesPlace}</td></tr>
</table></td></tr></table></body></html>
`;
}

/** A long word must not widen the page of a phone. */
const breaking = 'overflow-wrap:anywhere;word-break:break-word';

function paragraphHtml(paragraph: string): string {
  return `<p class="text" dir="auto" style="margin:0 0 14px;font-size:15px;line-height:1.55;color:${light.ink};${breaking}">${escapeHtml(paragraph)}</p>`;
}

function factsHtml(facts: Cleaned['facts'], saved: readonly NamedLink[]): string {
  const rows = [
    ...facts.map(([label, value]) => rowHtml(label, escapeHtml(value))),
    ...saved.map(({ label, link }) =>
      rowHtml(
        'Saved to',
        `<a class="link" href="${escapeHtml(link)}" style="color:${light.accent}">${escapeHtml(label)}</a>`,
      ),
    ),
  ];
  if (rows.length === 0) return '';
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:4px 0 16px;font-size:14px;line-height:1.5">${rows.join('\n')}</table>`;
}

function rowHtml(label: string, value: string): string {
  return `<tr><td class="faint line" valign="top" style="padding:8px 16px 8px 0;border-top:1px solid ${light.line};white-space:nowrap;color:${light.soft}">${escapeHtml(label)}</td><td class="text line" dir="auto" style="padding:8px 0;border-top:1px solid ${light.line};color:${light.ink};${breaking}">${value}</td></tr>`;
}
