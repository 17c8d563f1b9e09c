/**
 * A small strict reader of XML 1.0: refuses characters XML cannot hold, names that are none, stray `<`, `&`
 * and unequal tags, and gives white space, references and attributes as the standard says.
 */
export interface XmlElement {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

export function readXml(document: string): XmlElement {
  if (forbidden.test(document)) throw new Error('a character that XML cannot hold');
  const body = document.replace(/\r\n?/g, '\n').replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  if (body === document) throw new Error('no XML declaration');
  const root: XmlElement = { tag: '', attributes: new Map(), children: [], text: '' };
  const open = [root];
  const part = /<(\/?)([^\s/<>]+)((?:\s+[^\s=<>]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
  while (part.lastIndex < body.length) {
    const match = part.exec(body);
    if (match === null) throw new Error(`no XML: ${body.slice(0, 200)}`);
    takePart(match, open);
  }
  const [data] = root.children;
  if (open.length !== 1 || data === undefined || root.children.length !== 1) throw new Error('not one root');
  if (root.text.trim() !== '') throw new Error('text outside the root');
  return data;
}

const forbidden = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const name = new RegExp(
  '^[A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f' +
    '\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}]' +
    '[-.0-9A-Z_a-z\\xb7\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u203f\\u2040\\u2070-\\u218f' +
    '\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}]*$',
  'u',
);

function takePart(match: RegExpExecArray, open: XmlElement[]): void {
  const [, closing, tag, attributes, empty, text] = match;
  const parent = open.at(-1);
  if (parent === undefined) throw new Error('too many end tags');
  if (text !== undefined) {
    if (text.includes(']]>')) throw new Error('the end of a section that never began');
    parent.text += unescaped(text);
    return;
  }
  if (tag === undefined || !name.test(tag)) throw new Error(`${tag} is no XML name`);
  if (closing) {
    if (open.pop()?.tag !== tag) throw new Error(`</${tag}> closes another element`);
    return;
  }
  const element = { tag, attributes: readAttributes(attributes ?? ''), children: [], text: '' };
  parent.children.push(element);
  if (!empty) open.push(element);
}

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, key = '', value = ''] of text.matchAll(/\s+([^\s=]+)="([^"]*)"/g)) {
    if (attributes.has(key)) throw new Error(`attribute ${key} twice`);
    attributes.set(key, unescaped(value.replace(/[\t\n]/g, ' ')));
  }
  return attributes;
}

function unescaped(text: string): string {
  return text.replace(/&([^;]*;)?/g, (reference, word: string | undefined) => {
    const named = { 'amp;': '&', 'lt;': '<', 'gt;': '>', 'quot;': '"', 'apos;': "'" }[word ?? ''];
    const code = /^#(\d+);$/.exec(word ?? '')?.[1];
    const character = named ?? (code === undefined ? '' : String.fromCodePoint(Number(code)));
    if (character === '' || forbidden.test(character)) throw new Error(`${reference} is no reference`);
    return character;
  });
}
