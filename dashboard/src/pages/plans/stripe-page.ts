/** A page of Stripe, on which the owner pays: card data never comes here. */
import { useMutation } from '@tanstack/react-query';
import { call, type Input } from '../../api-client.ts';

type Route = 'POST /api/plans/portal' | 'POST /api/plans/credits';

/** Goes there when the service has its address. */
export function useStripePage<Name extends Route>(name: Name) {
  return useMutation({
    mutationFn: async (input: Input<Name>) => {
      const { url } = await call(name, input);
      location.assign(url);
      // The button stays busy until the page is gone.
      await new Promise((resolve) => setTimeout(resolve, 5_000));
    },
  });
}
