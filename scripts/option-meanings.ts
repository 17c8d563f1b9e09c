/**
 * What each option of the command line means, for the reference page of the commands. Where an option means
 * something else in one command, that command stands before it.
 */
import { platformNames } from '../src/connections/platforms.ts';
import { choiceParts } from '../src/sources/choice-parts.ts';

export const optionMeanings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(choiceParts),
  'access-token': 'An access token of OAuth, for a consent that was given elsewhere.',
  'add-credits': 'Adds so many credits to those of this billing cycle; not on the free trial.',
  admin: 'Marks the account as an administrator.',
  'all-columns':
    'Exports all columns again, also those that are added later. On a platform, the columns of now are what changes are noticed by.',
  allow: 'Enables a custom parameter for the endpoint: `all_fields`.',
  'allow-spreadsheet':
    'Id or address of a Google spreadsheet that requests with `save_to_gsheets` may write to.',
  blocked: '`true` or `false`: whether requests are refused with `USER_BLOCKED`.',
  connection: 'Id of the connection that the table is read through.',
  'connection add --token':
    'The token that the owner made at the platform: a personal access token of Airtable, the secret of an internal integration of Notion.',
  credits:
    'The balance. On the custom plan, together with `--plan`, also the credits of each cycle; without it that plan has no limit.',
  'endpoint create --name':
    'The name of the endpoint, from which the filename is made. The default is the name of the table or sheet.',
  fields:
    'The columns to export, in order, separated by commas; a name with a comma stands in double quotes.',
  initialised: '`true` or `false`: whether the owner has opened the dashboard.',
  name: 'The name of the endpoint, from which the filename is made. For a new one the default is the name of the file.',
  'no-token': 'Removes the token: requests need none.',
  owner: 'E-mail address of the account that owns the endpoint. Without it: a local account without limit.',
  param: 'A parameter as `name=value`.',
  password: 'The password of the account.',
  plan: 'The plan, by its name in [plans](plans.md).',
  platform: `The platform: ${platformNames.map((name) => `\`${name}\``).join(', ')}.`,
  reconnect:
    'Id of a connection of the account that gets the new credential; its endpoints stay and work again.',
  'refresh-token': 'The refresh token that belongs to the access token.',
  replace: 'Id of an endpoint whose file this one replaces; its address and settings stay.',
  'subscription-ends':
    'Date and time, such as `2027-01-31T00:00:00Z`, from which requests are refused; `never` for none.',
  token: 'The token that every request must carry: visible ASCII characters without spaces.',
  type: 'The default output format, by its `type` in [formats](formats.md).',
  uninitialised: 'Creates the account as if its owner had never opened the dashboard.',
  webhook: 'Address that the export is posted to: `https://…`, in the public internet.',
};
