/**
 * Escaping for XML and HTML. What XML 1.0 cannot hold (most control characters, lone surrogates, U+FFFE and
 * U+FFFF) and what HTML cannot (NUL) becomes U+FFFD; a carriage return is a reference, or readers would
 * make it a line feed (4.7).
 */
export function escapeXml(text: string): string {
  return xmlSpecial.test(text) ? text.replace(xmlSpecials, replacement) : text;
}

/** Readers turn line breaks and tabs of an attribute into spaces unless they are references. */
export function escapeXmlAttribute(text: string): string {
  return escapeXml(text).replace(/["\t\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** For the text of an element and for a quoted attribute alike. */
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
