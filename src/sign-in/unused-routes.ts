/** Routes of the library for sign-in that the dashboard does not use: what is not there cannot be misused. */
export const unusedRoutes = [
  '/account-info',
  '/change-email',
  '/delete-user',
  '/delete-user/callback',
  '/error',
  '/get-access-token',
  '/link-social',
  '/list-accounts',
  // It would answer the secrets of all sessions.
  '/list-sessions',
  '/ok',
  '/refresh-token',
  '/revoke-other-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/unlink-account',
  '/update-session',
  '/update-user',
  '/verify-password',
];
