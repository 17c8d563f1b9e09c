/** What the tables and columns of the library for sign-in are called here (`storage/schema.ts`). */

const times = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

export const tables = {
  user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...times } },
  session: {
    modelName: 'sessions',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      ...times,
    },
  },
  account: {
    modelName: 'sign_in_methods',
    fields: {
      userId: 'user_id',
      accountId: 'provider_user_id',
      providerId: 'provider',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...times,
    },
  },
  verification: {
    modelName: 'verifications',
    fields: { expiresAt: 'expires_at', ...times },
    // Who reads the table has no link that works.
    storeIdentifier: 'hashed',
  },
  rateLimit: { modelName: 'attempts', fields: { lastRequest: 'last_request' } },
} as const;
