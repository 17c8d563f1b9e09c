/**
 * A page of the preview in a frame that is cut off from the dashboard: no cell can act on it. The frame inherits the
 * policy of this page, so that its own scripts and styles get the nonce of this page.
 */
import type { Answer } from '../../api-client.ts';
import { pageNonce } from '../../page-nonce.ts';
import classes from './preview.module.css';

type PageAnswer = Pick<Answer<'POST /api/endpoints/:id/preview'>, 'body' | 'nonce'>;

export function PreviewPage({ answer: { body, nonce } }: { readonly answer: PageAnswer }) {
  const page = nonce === '' ? body : body.replaceAll(`nonce="${nonce}"`, `nonce="${pageNonce}"`);
  return (
    <iframe className={classes['page']} title="Preview as a page" sandbox="allow-scripts" srcDoc={page} />
  );
}
