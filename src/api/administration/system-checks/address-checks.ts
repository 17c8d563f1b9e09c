/** Where the service is reached: `BASE_URL`, and whether it leads here. */
import { z } from 'zod';
import { ownOrigins } from '../../../accounts/sign-in/own-origins.ts';
import { version } from '../../../base/version.ts';
import { fine, type SystemCheck, warning, wrong } from './system-check.ts';

const health = z.object({ status: z.literal('ok'), version: z.string() });

export const addressCheck: SystemCheck = {
  name: 'URL',
  run: async ({ config }, signal) => {
    const { baseUrl } = config;
    const isLocal = ownOrigins(config).length > 1;
    let answered: string;
    try {
      const answer = await fetch(`${baseUrl}/`, { signal, redirect: 'error' });
      answered = health.parse(await answer.json()).version;
    } catch {
      return wrong(
        `${baseUrl} does not answer as this service does.`,
        'Set BASE_URL to the URL at which others reach the service, and check the proxy in front of it. Some networks do not let a machine reach its own public URL: then try it from another one.',
      );
    }
    if (answered !== version)
      return warning(
        `${baseUrl} answers with version ${answered}.`,
        `This process has version ${version}. Is an older one still running?`,
      );
    if (isLocal)
      return warning(
        `${baseUrl} works on this machine only.`,
        'For others, and for Google Sheets, Excel or Zapier: set BASE_URL to a public https URL.',
      );
    if (!baseUrl.startsWith('https:'))
      return warning(
        `${baseUrl} is not encrypted.`,
        'Put a proxy with a certificate in front, and set BASE_URL to its https URL.',
      );
    return fine(`${baseUrl} leads here.`);
  },
};
