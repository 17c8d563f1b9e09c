/** The origins of the dashboard: that of `BASE_URL`, and on one's own machine also its other names. */
import type { Config } from '../../config/config.ts';

const localNames = ['localhost', '127.0.0.1', '[::1]'];

export function ownOrigins({ baseUrl }: Config): string[] {
  const { protocol, hostname, port, origin } = new URL(baseUrl);
  if (!localNames.includes(hostname)) return [origin];
  return localNames.map((name) => `${protocol}//${name}${port && `:${port}`}`);
}
