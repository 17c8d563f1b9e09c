/** The address of an endpoint or proxy, from the configured base only (section 2). */
import type { AppContext } from '../app-context.ts';

export const endpointUrl = ({ config }: AppContext, id: string): string => `${config.baseUrl}/${id}`;

export const proxyUrl = ({ config }: AppContext, id: string): string => `${config.baseUrl}/proxy/${id}`;
