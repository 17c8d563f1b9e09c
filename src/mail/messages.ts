/**
 * Every e-mail that the service sends, one function each: it returns subject and text for an event (section 6).
 */

export interface Message {
  readonly subject: string;
  readonly body: string;
}

export function exportRan(run: {
  readonly name: string;
  readonly type: string;
  readonly at: number;
}): Message {
  const name = oneLine(run.name);
  return {
    subject: `Export ran: ${name}`,
    body: [
      `The export "${name}" ran on ${new Date(run.at).toISOString().slice(0, 19).replace('T', ' at ')} UTC`,
      `and returned its data as ${run.type}.`,
      '',
      'You get this message because the request carried email_me=true.',
      '',
    ].join('\n'),
  };
}

/** Removes characters that could end a header line or hide the text after them. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').slice(0, 200);
}
