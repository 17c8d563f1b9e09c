/** Versions, and what of the settings decides what owners can do: key, sign-up, platforms. */
import { stat } from 'node:fs/promises';
import { version } from '../../../base/version.ts';
import { platformNames, platformOf } from '../../../connections/platforms.ts';
import { keyFile } from '../../../connections/secret-key.ts';
import { fine, type SystemCheck, warning } from './system-check.ts';

export const versionCheck: SystemCheck = {
  name: 'Version',
  run: async () => fine(`Tablecast ${version} on Node.js ${process.versions.node}.`),
};

export const keyCheck: SystemCheck = {
  name: 'Secret key',
  run: async ({ config }) => {
    if (config.secretKey.length > 0) return fine('It comes from SECRET_KEY.');
    const file = keyFile(config);
    const isOpen = ((await stat(file)).mode & 0o077) !== 0;
    return isOpen
      ? warning(`Others on this machine can read ${file}.`, `Run: chmod 600 ${file}`)
      : fine(`It is kept in ${file}, readable by the service alone. Back it up with the database.`);
  },
};

const signUpTexts = {
  closed: 'Nobody can sign up (SIGN_UP=closed).',
  invite: 'Those who are invited can sign up (SIGN_UP=invite).',
  open: 'Everybody can sign up (SIGN_UP=open).',
} as const;

export const signUpCheck: SystemCheck = {
  name: 'Sign-up',
  run: async ({ config }) => {
    const found = signUpTexts[config.signUp];
    return config.signUp === 'open' && config.smtpUrl === ''
      ? warning(found, 'Without SMTP_URL nobody proves that an address is theirs: set up a mail server.')
      : fine(found);
  },
};

export const platformsCheck: SystemCheck = {
  name: 'Platforms',
  run: async ({ config }) => {
    const withoutOAuth = platformNames
      .map(platformOf)
      .filter(({ oauth }) => oauth && oauth.client(config).id === '')
      .map(({ name }) => name);
    if (withoutOAuth.length === 0) return fine('All platforms can be connected.');
    return warning(
      `No OAuth client is set for ${withoutOAuth.join(' and ')}.`,
      'Airtable can be connected by a token all the same; Google needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
    );
  },
};
