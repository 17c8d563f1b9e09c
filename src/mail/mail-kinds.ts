/** The kinds of mails that can be turned off. Those about passwords, addresses, money owed and security always arrive; pure. */
export const mailKinds = {
  failures: { label: 'Failed schedules', help: 'When a scheduled export fails or stops.' },
  successes: {
    label: 'Finished exports',
    help: 'When a scheduled export succeeds, or a request to a URL that e-mails you.',
  },
  problems: {
    label: 'Problems with your URLs',
    help: 'When a URL or connection stops working, and when it works again.',
  },
  credits: { label: 'Credits', help: 'When your credits or your free trial are used up.' },
  product: { label: 'Tips and reminders', help: 'Reminders during the free trial.' },
} as const;

export type MailKind = keyof typeof mailKinds;

export const isMailKind = (text: string): text is MailKind => Object.hasOwn(mailKinds, text);
