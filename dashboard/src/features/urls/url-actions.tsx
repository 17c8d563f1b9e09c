/** Copy, open and download, for every URL alike. A browser cannot send a token: then the URL can only be copied. */
import { Button } from '@mantine/core';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { DownloadDialog } from './download-dialog.tsx';

interface UrlActionsProps {
  readonly name: string;
  readonly url: string;
  readonly isProtected: boolean;
  /** What is copied, for those who only hear it. */
  readonly what?: string;
}

export function UrlActions({ name, url, isProtected, what }: UrlActionsProps) {
  return (
    <>
      <CopyButton
        text={url}
        label="Copy URL"
        variant="filled"
        size="sm"
        {...(what !== undefined && { what })}
      />
      {!isProtected && <OpenAndDownload name={name} url={url} />}
    </>
  );
}

function OpenAndDownload({ name, url }: Pick<UrlActionsProps, 'name' | 'url'>) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        variant="default"
        size="sm"
        leftSection={<IconExternalLink size={16} />}
        aria-label={`Open ${name}`}
      >
        Open
      </Button>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload size={16} />}
        aria-label={`Download ${name}`}
        onClick={() => setAsked(true)}
      >
        Download
      </Button>
      <DownloadDialog target={isAsked ? { name, url } : undefined} onClose={() => setAsked(false)} />
    </>
  );
}
