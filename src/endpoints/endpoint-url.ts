/** The addresses of an endpoint, a proxy and a public page, from the configured bases only (contract 2.2). */
import type { AppContext } from '../app-context.ts';
import { siteLink } from '../mail/site-link.ts';

export const endpointUrl = ({ config }: AppContext, id: string): string => `${config.baseUrl}/${id}`;

export const proxyUrl = ({ config }: AppContext, id: string): string => `${config.baseUrl}/proxy/${id}`;

/** There only if the owner has switched it on. */
export const publicPageUrl = ({ config }: AppContext, id: string): string => siteLink(config, `t/${id}`);
