/**
 * Contract 5.8.2: after a change of the key what was sealed with the old one is sealed again, what is damaged is told.
 */
import { expect, it } from 'vitest';
import { connect, endConnection } from '../../src/connections/connect.ts';
import { secretBinding } from '../../src/connections/connection.ts';
import {
  connectionSecrets,
  connectionsOf,
  findConnection,
  forgetEnded,
} from '../../src/connections/connection-store.ts';
import { renewSecrets } from '../../src/connections/renew-secrets.ts';
import { openSecrets, type Secrets } from '../../src/connections/secrets.ts';
import {
  renewWebhookSecret,
  webhookSecret,
  webhookSecretBinding,
} from '../../src/connections/webhook-secret.ts';
import { keepConnection, openConnectionGround } from './connection-ground.ts';

const token = { accessToken: 'token', refreshToken: null, expiresAt: null };
const [oldKey, newKey] = ['k'.repeat(32), 'n'.repeat(32)];

it('seals again what the old key has sealed, and nothing twice', async () => {
  await using ground = await openConnectionGround();
  const id = await keepConnection(ground, token);
  await keepConnection(ground, token, { secret: null });
  const signing = await webhookSecret(ground.context, 'a1');
  expect(signing).toMatch(/^whsec_[\w-]{43}$/);
  expect(await webhookSecret(ground.context, 'a1')).toBe(signing);
  expect(await webhookSecret(ground.context, 'a2')).not.toBe(signing);
  expect(await renewSecrets(ground.context)).toEqual({ renewed: 0, isComplete: true });

  const changing = { ...ground.context, secrets: openSecrets([newKey, oldKey]) };
  expect(await renewSecrets(changing)).toEqual({ renewed: 3, isComplete: true });
  expect(await renewSecrets(changing)).toEqual({ renewed: 0, isComplete: true });
  const changed = { ...ground.context, secrets: openSecrets([newKey]) };
  expect(await webhookSecret(changed, 'a1')).toBe(signing);
  const [{ secret } = { secret: '' }] = await connectionSecrets(ground.context.database.db);
  expect(JSON.parse(changed.secrets.open(secret, secretBinding(id)))).toMatchObject({ accessToken: 'token' });
  expect(ground.logged).toEqual([]);
});

it('leaves what its owner has changed meanwhile: a new secret is not overwritten by the old one', async () => {
  await using ground = await openConnectionGround();
  for (const account of ['a1', 'a2']) await webhookSecret(ground.context, account);
  const secrets = openSecrets([newKey, oldKey]);
  let renewing: Promise<string> | undefined;
  // While the first is sealed again, the owner of the second, which has been read with it, makes a new one.
  const meanwhile: Secrets = {
    ...secrets,
    isOutdated: (sealed) => {
      renewing ??= renewWebhookSecret({ ...ground.context, secrets }, 'a2');
      return secrets.isOutdated(sealed);
    },
  };
  expect(await renewSecrets({ ...ground.context, secrets: meanwhile })).toMatchObject({ renewed: 1 });
  const made = await renewing;
  const changed = { ...ground.context, secrets: openSecrets([newKey]) };
  expect(await webhookSecret(changed, 'a2')).toBe(made);
});

it('tells of what is damaged, and goes on', async () => {
  await using ground = await openConnectionGround();
  const { db } = ground.context.database;
  const changing = { ...ground.context, secrets: openSecrets([newKey, oldKey]) };
  const damaged = await keepConnection(ground, token, { secret: 'damaged' });
  await keepConnection(ground, token);
  expect(await renewSecrets(changing)).toEqual({ renewed: 1, isComplete: false });
  expect(JSON.parse(ground.logged[0] ?? '')).toMatchObject({
    binding: secretBinding(damaged),
    msg: 'a stored secret cannot be encrypted again',
  });
  await db.deleteFrom('connections').execute();
  await webhookSecret(ground.context, 'a1');
  await webhookSecret(ground.context, 'a2');
  await db.updateTable('webhook_secrets').set({ secret: 'damaged' }).where('account_id', '=', 'a1').execute();
  expect(await renewSecrets(changing)).toEqual({ renewed: 1, isComplete: false });
  expect(JSON.parse(ground.logged[1] ?? '')).toMatchObject({ binding: webhookSecretBinding('a1') });
});

it('a connection is made, renewed under its id, and ended, with its secret until it leaves the bin', async () => {
  await using ground = await openConnectionGround();
  const { db } = ground.context.database;
  ground.replies = [{ body: { id: 'u1' } }];
  const wanted = { accountId: 'a1', platform: 'airtable', connectionId: null } as const;
  const { id } = await connect(ground.context, wanted, token);
  const made = await findConnection(db, id);
  expect(made).toMatchObject({ accountId: 'a1', platform: 'airtable', id, state: 'working', version: 0 });
  const renewed = { ...token, accessToken: 'next', expiresAt: 9 };
  expect(await connect(ground.context, { ...wanted, connectionId: id }, renewed)).toEqual({
    id,
    platform: 'airtable',
    account: 'u1',
  });
  expect(await connectionsOf(db, 'a1')).toMatchObject([{ id, version: 1, expiresAt: 9 }]);
  await endConnection(ground.context, id);
  expect(await findConnection(db, id)).toMatchObject({
    state: 'disconnected',
    secret: expect.stringMatching(/^s1\./),
    expiresAt: 9,
    version: 2,
  });
  await forgetEnded(db, id);
  expect(await findConnection(db, id)).toMatchObject({ secret: null, expiresAt: null });
  await endConnection(ground.context, 'nobody');
});

it('connections are listed for their owner, the newest first', async () => {
  await using ground = await openConnectionGround();
  for (const [id, createdAt] of [
    ['c2', 1],
    ['c1', 1],
    ['c3', 2],
  ] as const) {
    await keepConnection(ground, token, { id, createdAt });
  }
  await keepConnection(ground, token, { id: 'other', accountId: 'a2' });
  const listed = await connectionsOf(ground.context.database.db, 'a1');
  expect(listed.map(({ id }) => id)).toEqual(['c3', 'c1', 'c2']);
});

it('a connection of a platform that this version does not know is not used', async () => {
  await using ground = await openConnectionGround();
  const { db } = ground.context.database;
  await keepConnection(ground, token, { id: 'c1' });
  await db.updateTable('connections').set({ platform: 'later' }).execute();
  await expect(findConnection(db, 'c1')).rejects.toThrow('connection c1 was written by a newer program');
});
