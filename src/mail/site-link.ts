/** Addresses of pages of the dashboard, `{service_site}` and a path, for the links in mails. */
import type { Config } from '../config/config.ts';

export function siteLink({ siteUrl }: Pick<Config, 'siteUrl'>, path: string): string {
  return `${siteUrl.replace(/\/+$/, '')}/${path}`;
}
