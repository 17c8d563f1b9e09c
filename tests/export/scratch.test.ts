/** Sweeping removes what crashed processes left, and nothing that a running service needs. */
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sweepScratch } from '../../src/export/scratch.ts';
import { startTestService } from '../support/service.ts';

it('keeps the folders of the SQL processes however old they are, and large results go on', async () => {
  await using service = await startTestService();
  const rows = Array.from({ length: 20_000 }, (_, index) => `${index},${'x'.repeat(20)}`);
  const id = await service.publish(`id,text\n${rows.join('\n')}\n`);
  const everything = `${id}?sql=${encodeURIComponent('SELECT * FROM service_table')}`;
  expect((await (await service.get(everything)).text()).split('\n')).toHaveLength(20_002);

  const scratch = join(service.folder, 'scratch');
  await mkdir(join(scratch, 'sql-results', 'left-behind'));
  await writeFile(join(scratch, 'spill-left-behind'), 'x');
  const longAgo = new Date(Date.now() - 7 * 60 * 60 * 1_000);
  for (const name of await readdir(scratch, { recursive: true }))
    await utimes(join(scratch, name), longAgo, longAgo);
  await sweepScratch(scratch, Date.now());

  expect(await readdir(join(scratch, 'sql-results'))).toEqual([]);
  expect(await readdir(scratch)).not.toContain('spill-left-behind');
  expect((await (await service.get(everything)).text()).split('\n')).toHaveLength(20_002);
});

it('what is younger than six hours stays', async () => {
  await using service = await startTestService();
  const scratch = join(service.folder, 'scratch');
  const now = Date.parse('2027-01-02T12:00:00Z');
  for (const [name, age] of [
    ['young', 5.9],
    ['old', 6.1],
  ] as const) {
    for (const path of [join(scratch, name), join(scratch, 'sql-results', name)]) {
      await mkdir(path, { recursive: true });
      await writeFile(join(path, 'rows.csv'), 'x');
      const at = new Date(now - age * 60 * 60 * 1_000);
      await utimes(path, at, at);
    }
  }
  await sweepScratch(scratch, now);
  expect(await readdir(join(scratch, 'sql-results'))).toEqual(['young']);
  expect(await readdir(scratch)).toContain('young');
  expect(await readdir(scratch)).not.toContain('old');
});
