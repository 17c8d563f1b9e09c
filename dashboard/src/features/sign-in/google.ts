/** Sign-in with Google: in this window, or in one beside a page that must not be left. */
import { callSignIn } from '../../api-client.ts';

const channelName = 'tablecast-sign-in';

/** The address of Google's page; afterwards the browser comes back to a path of the dashboard. */
export async function googlePage(back: string): Promise<string> {
  const answer = await callSignIn('/sign-in/social', {
    provider: 'google',
    callbackURL: pathOf(back),
    errorCallbackURL: pathOf('sign-in'),
    disableRedirect: true,
  });
  if (typeof answer === 'object' && answer !== null && 'url' in answer && typeof answer.url === 'string')
    return answer.url;
  throw new Error('Google cannot be reached right now. Try again.');
}

function pathOf(page: string): string {
  const { pathname, search } = new URL(page, document.baseURI);
  return `${pathname}${search}`;
}

/** In the window beside the page: tells it, then goes. */
export function finishBeside(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('signed in');
  channel.close();
  window.close();
}

/** Returns how to stop listening. */
export function onSignedInBeside(listener: () => unknown): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', () => listener());
  return () => channel.close();
}
