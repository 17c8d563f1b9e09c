/** The text of a preview, as a program gets it. */
import type { Answer } from '../../api-client.ts';
import classes from './preview.module.css';

type TextAnswer = Pick<Answer<'POST /api/endpoints/:id/preview'>, 'body' | 'contentType'>;

export function PreviewText({ answer }: { readonly answer: TextAnswer }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section className={classes['scroll']} tabIndex={0} aria-label="Preview as text">
      <pre className={classes['text']} data-wrapped={answer.contentType.includes('json') || undefined}>
        {answer.body}
      </pre>
    </section>
  );
}
