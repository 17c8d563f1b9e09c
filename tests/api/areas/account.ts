/** The routes of `src/api/account/account-rows.ts`. */
import type { Area } from './area.ts';

export const accountArea: Area = {
  bodies: {
    'DELETE /api/account': { email: 'ann@example.com' },
    'POST /api/account/password': { email: 'ann@example.com', password: 'another password' },
  },
  makeObjects: async (service, owner) => {
    const { db } = service.database;
    await service.command('api-key', 'create', owner);
    const { id } = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select('sessions.id')
      .where('users.email', '=', owner)
      .executeTakeFirstOrThrow();
    const { digest } = await db
      .selectFrom('api_keys')
      .innerJoin('users', 'users.id', 'api_keys.account_id')
      .select('api_keys.digest')
      .where('users.email', '=', owner)
      .executeTakeFirstOrThrow();
    return { '/api/account/sessions/': id, '/api/account/api-keys/': digest };
  },
};
