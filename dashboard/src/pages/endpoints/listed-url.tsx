/** What can be done with the URL of a listed endpoint: copy, open, download. */
import { IconCheck, IconCopy, IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useCopy } from '../../components/use-copy.ts';

interface WithUrl {
  readonly name: string;
  readonly url: string;
  readonly isProtected: boolean;
}

interface ListedUrlProps<E extends WithUrl> {
  readonly endpoint: E;
  readonly onDownload: (endpoint: E) => void;
}

/** A browser cannot send a token: then the URL can only be copied. */
export function ListedUrl<E extends WithUrl>({ endpoint, onDownload }: ListedUrlProps<E>) {
  const { name, url, isProtected } = endpoint;
  return (
    <span className="url-actions">
      <CopyUrl endpoint={endpoint} />
      {!isProtected && (
        <>
          <a
            className="copy icon-only"
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open ${name}`}
            title="Open"
          >
            <IconExternalLink size={16} />
          </a>
          <button
            type="button"
            className="copy icon-only"
            aria-label={`Download ${name}`}
            title="Download"
            onClick={() => onDownload(endpoint)}
          >
            <IconDownload size={16} />
          </button>
        </>
      )}
    </span>
  );
}

function CopyUrl({ endpoint: { name, url } }: { readonly endpoint: WithUrl }) {
  const { result, said, copy } = useCopy(url);
  return (
    <button
      type="button"
      className="copy"
      aria-label={said ?? `Copy the URL of ${name}`}
      aria-live="polite"
      onClick={copy}
    >
      {result === 'copied' ? <IconCheck size={16} /> : <IconCopy size={16} />}
      {said ?? 'Copy'}
    </button>
  );
}
