/** Users, who sign in to the account with the same id, and their passwords (contract 5.7). */
import type { Db } from '../storage/database/database.ts';
import { localProvider } from './local-account-store.ts';

export const passwordProvider = 'credential';

interface NewUser {
  /** That of the account. */
  readonly id: string;
  readonly email: string;
  /** Undefined until the owner sets one. */
  readonly passwordHash: string | undefined;
  readonly at: number;
}

export async function insertUser(db: Db, { id, email, passwordHash, at }: NewUser): Promise<void> {
  const moment = new Date(at).toISOString();
  const times = { created_at: moment, updated_at: moment };
  await db
    .insertInto('users')
    .values({ id, name: email, email, email_verified: 1, ...times })
    .execute();
  if (passwordHash !== undefined) await insertPassword(db, { id, passwordHash, at });
}

export async function insertPassword(
  db: Db,
  { id, passwordHash, at }: { readonly id: string; readonly passwordHash: string; readonly at: number },
): Promise<void> {
  const moment = new Date(at).toISOString();
  await db
    .insertInto('sign_in_methods')
    .values({
      id,
      user_id: id,
      provider: passwordProvider,
      provider_user_id: id,
      password: passwordHash,
      created_at: moment,
      updated_at: moment,
    })
    .execute();
}

export async function hasPassword(db: Db, id: string): Promise<boolean> {
  return (await signInProviders(db, id)).includes(passwordProvider);
}

/** False while the printed link is the only way in. */
export async function canAnybodySignIn(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('sign_in_methods')
    .select('id')
    .where('provider', '!=', localProvider)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The ways in which somebody signs in: `credential` for a password, `google`. */
export async function signInProviders(db: Db, id: string): Promise<readonly string[]> {
  const rows = await db.selectFrom('sign_in_methods').select('provider').where('user_id', '=', id).execute();
  return rows.map(({ provider }) => provider);
}

export async function endSessions(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', id).execute();
}
