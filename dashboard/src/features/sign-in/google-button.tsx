/** “Continue with Google”, where the service is set up for it. */
import { Button, Divider, Stack } from '@mantine/core';
import { IconBrandGoogle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../use-api.ts';
import { googlePage } from './google.ts';
import { Problem } from './problem.tsx';
import { signInMessage } from './sign-in-errors.ts';

interface GoogleButtonProps {
  /** Below the dashboard. */
  readonly back: string;
  /** In a window of its own, so that this page stays. */
  readonly isBeside?: boolean;
}

export function GoogleButton({ back, isBeside = false }: GoogleButtonProps) {
  const service = useApi('GET /api/service', {});
  const start = useMutation({
    mutationFn: async (target: Window) => {
      target.location.href = await googlePage(back);
    },
    onError: (_error, target) => target !== window && target.close(),
  });
  if (!service.data?.hasGoogle) return null;
  const { baseUrl } = service.data;
  // Google sends everybody back to one origin, and only there is the cookie of who began.
  const isElsewhere = new URL(baseUrl).origin !== location.origin;
  return (
    <Stack>
      <Divider label="or" />
      <Button
        variant="default"
        leftSection={<IconBrandGoogle size={18} />}
        loading={start.isPending}
        onClick={() => {
          if (isElsewhere && !isBeside) location.assign(`${baseUrl}/app/sign-in`);
          // Opened inside the click: later the browser would not allow it.
          else
            start.mutate(
              (isBeside && window.open('about:blank', '', 'popup,width=500,height=650')) || window,
            );
        }}
      >
        Continue with Google
      </Button>
      <Problem text={start.error ? signInMessage(start.error) : undefined} />
    </Stack>
  );
}
