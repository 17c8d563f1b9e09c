/**
 * A consent by OAuth in another window: opened inside the click, because a browser blocks it later; asked for every two
 * seconds, because nothing else is certain once the window has gone to the platform; sooner when that window says so.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api-client.ts';
import { useApi } from '../../use-api.ts';

export type Consent =
  | { readonly phase: 'idle' | 'beginning' | 'over' }
  | { readonly phase: 'waiting'; readonly id: string; readonly address: string; readonly isBlocked: boolean }
  | { readonly phase: 'refused'; readonly reason: string }
  | { readonly phase: 'failed'; readonly error: Error };

interface ConsentWanted {
  readonly platform: 'airtable' | 'notion' | 'google';
  readonly connectionId: string | undefined;
  readonly onConnected: (connection: { id: string }) => unknown;
}

const askEveryMs = 2_000;
const giveUpMs = 5 * 60 * 1_000;

export function useConsent({ platform, connectionId, onConnected }: ConsentWanted) {
  const [consent, setConsent] = useState<Consent>({ phase: 'idle' });
  const popUp = useRef<Window>(null);
  const queries = useQueryClient();
  const id = consent.phase === 'waiting' ? consent.id : '';
  const { data, isPlaceholderData, refetch } = useApi(
    'GET /api/connections/consents/:id',
    { params: { id } },
    { enabled: id !== '', refetchInterval: askEveryMs, refetchIntervalInBackground: true },
  );

  const begin = async (): Promise<void> => {
    const opened = window.open('about:blank', '_blank', 'popup,width=620,height=760');
    popUp.current = opened;
    setConsent({ phase: 'beginning' });
    try {
      const body = { platform, ...(connectionId !== undefined && { connectionId }) };
      const begun = await call('POST /api/connections/consents', { body });
      const isBlocked = opened === null || opened.closed;
      if (!isBlocked) opened.location.href = begun.address;
      setConsent({ phase: 'waiting', ...begun, isBlocked });
    } catch (error) {
      opened?.close();
      setConsent({ phase: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  const cancel = (): void => {
    popUp.current?.close();
    setConsent({ phase: 'idle' });
  };

  useEffect(() => {
    if (id === '') return;
    const channel = new BroadcastChannel('tablecast-consents');
    channel.onmessage = () => void refetch();
    const timer = setTimeout(() => setConsent({ phase: 'over' }), giveUpMs);
    return () => {
      channel.close();
      clearTimeout(timer);
    };
  }, [id, refetch]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer changes anything, and it does so once.
  useEffect(() => {
    if (id === '' || data === undefined || isPlaceholderData || data.state === 'pending') return;
    popUp.current?.close();
    if (data.state === 'over') return setConsent({ phase: 'over' });
    if (data.state === 'refused') return setConsent({ phase: 'refused', reason: data.reason ?? '' });
    setConsent({ phase: 'idle' });
    const connected = { id: data.connectionId ?? '' };
    void queries.invalidateQueries().then(() => onConnected(connected));
  }, [id, data, isPlaceholderData]);

  return { consent, begin, cancel };
}
