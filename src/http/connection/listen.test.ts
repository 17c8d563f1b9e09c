import { expect, test } from 'vitest';
import { bindPort } from './listen.ts';

/** Whether a user may take port 80 is a setting of the system: the refusal is made here. */
test('a port that the user may not take names the setting', async () => {
  const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
  const address = { host: '127.0.0.1', port: 80, variable: 'METRICS_PORT' } as const;
  await expect(bindPort(address, () => Promise.reject(refused))).rejects.toThrow(
    'Setting METRICS_PORT: this user may not take port 80. Set METRICS_PORT to 1024 or more',
  );
});

test('a failure that no setting causes stays as it is', async () => {
  const failure = new Error('something else');
  const address = { host: '127.0.0.1', port: 80, variable: 'PORT' } as const;
  await expect(bindPort(address, () => Promise.reject(failure))).rejects.toBe(failure);
});
