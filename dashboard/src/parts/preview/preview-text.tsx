/** The text of a preview, as a program gets it. */
import type { Answer } from '../../api-client.ts';
import classes from './preview.module.css';

type TextAnswer = Pick<Answer<'POST /api/endpoints/:id/preview'>, 'body'>;

export function PreviewText({ answer }: { readonly answer: TextAnswer }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section className={classes['scroll']} tabIndex={0} aria-label="Preview as text">
      <pre className={classes['text']}>{answer.body}</pre>
    </section>
  );
}
