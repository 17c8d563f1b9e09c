/** What each option of the command line means, for the reference page of the commands. */
export const optionMeanings: Readonly<Record<string, string>> = {
  'add-credits': 'Adds so many credits to those of this billing cycle; not on the free trial.',
  admin: 'Marks the account as an administrator.',
  'all-columns': 'Exports all columns again.',
  allow: 'Enables a custom parameter for the endpoint: `all_fields`.',
  blocked: '`true` or `false`: whether requests are refused with `USER_BLOCKED`.',
  credits:
    'The balance. On the custom plan, together with `--plan`, also the credits of each cycle; without it that plan has no limit.',
  fields:
    'The columns to export, in order, separated by commas; a name with a comma stands in double quotes.',
  initialised: '`true` or `false`: whether the owner has opened the dashboard.',
  name: 'The name of the endpoint, from which the filename is made. For a new one the default is the name of the file.',
  'no-token': 'Removes the token: requests need none.',
  owner: 'E-mail address of the account that owns the endpoint. Without it: a local account without limit.',
  param: 'A parameter as `name=value`.',
  password: 'The password of the account.',
  plan: 'The plan, by its name in [plans](plans.md).',
  replace: 'Id of an endpoint whose file this one replaces; its address and settings stay.',
  'subscription-ends':
    'Date and time, such as `2027-01-31T00:00:00Z`, from which requests are refused; `never` for none.',
  token: 'The token that every request must carry: visible ASCII characters without spaces.',
  type: 'The default output format, by its `type` in [formats](formats.md).',
  uninitialised: 'Creates the account as if its owner had never opened the dashboard.',
};
