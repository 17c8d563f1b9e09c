/** Ctrl+K opens the finder, wherever one is and whatever is typed; it is loaded with the first use. */
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';

const FinderDialog = lazy(() =>
  import('./finder-dialog.tsx').then((module) => ({ default: module.FinderDialog })),
);

export function Finder({ isAdministrator }: { readonly isAdministrator: boolean }) {
  const [isOpen, dialog] = useDisclosure(false);
  useHotkeys([['mod+K', dialog.open]], []);
  return (
    <Suspense>{isOpen && <FinderDialog isAdministrator={isAdministrator} onClose={dialog.close} />}</Suspense>
  );
}
