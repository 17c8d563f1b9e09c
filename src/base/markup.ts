/**
 * Escaping for XML and HTML. Characters that a document must not contain become U+FFFD: control characters, lone
 * surrogates, and U+FFFE and U+FFFF in XML 1.0 or all noncharacters in HTML. A carriage return becomes a character
 * reference, because parsers would convert it to a line feed (contract 4.7.3).
 */
export function escapeXml(text: string): string {
  return xmlSpecial.test(text) ? text.replace(xmlSpecials, replacement) : text;
}

/** Parsers normalize line breaks and tabs in an attribute to spaces unless they are character references. */
export function escapeXmlAttribute(text: string): string {
  return escapeXml(text).replace(/["\t\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Safe in element text and in quoted attributes. */
export function escapeHtml(text: string): string {
  return htmlSpecial.test(text) ? text.replace(htmlSpecials, replacement) : text;
}

/** The text as a page may show it, for a script that sets it as text. */
export function shownText(text: string): string {
  return notInHtml.test(text) ? text.replace(htmlForbidden, '\ufffd') : text;
}

const xmlSpecial = /[&<>]|[^\t\n -\ud7ff\ue000-\ufffd]/;
const xmlSpecials = /[&<>]|[^\t\n -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
/** A surrogate may be half of an allowed character: `htmlSpecials` decides. */
const htmlSpecial = /[&<>"'\r]|[^\t\n -~\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd]/;
const htmlSpecials = /[&<>"'\r]|[[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]--[\t\n]]/gv;
const notInHtml = /[^\t\n\r -~\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd]/;
const htmlForbidden = /[[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]--[\t\n\r]]/gv;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
};

function replacement(character: string): string {
  return references[character] ?? '\ufffd';
}
