/**
 * Every e-mail of section 6, one function each: subject and text from what happened.
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

/** A name must never end a header line or hide what follows it. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').slice(0, 200);
}
