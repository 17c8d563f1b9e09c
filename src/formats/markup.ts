/**
 * Escaping for XML and HTML. Characters that XML 1.0 does not allow (most control characters, lone surrogates,
 * U+FFFE and U+FFFF) or HTML does not allow (NUL) become U+FFFD; a carriage return becomes a character reference,
 * because parsers would convert it to a line feed (4.7).
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

const xmlSpecial = /[&<>]|[^\t\n -\ud7ff\ue000-\ufffd]/;
const xmlSpecials = /[&<>]|[^\t\n -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const htmlSpecial = /[&<>"'\r\0]/;
const htmlSpecials = /[&<>"'\r\0]/g;

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
