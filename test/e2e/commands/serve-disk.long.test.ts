// A report store on a disk that is full or read-only: what is stored stays and can be read, and the rest is made when there is room.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { feedbackReports, runCommand } from '../../support/run-command.ts';
import {
  DUE,
  reportFolders,
  serve,
  serveEnvironment,
  statusOf,
  WEEK,
} from '../../support/serve-process.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';
import { companyOfTests } from '../../support/test-company.ts';

const acme = await companyOfTests();
const DISK_MB = 16;

describe('a report store', () => {
  it('on a full disk is refused at the start; on one that fills up, what fits is made, and the rest when there is room', async (t) => {
    const disk = await mountSmallDisk(t, DISK_MB);
    if (disk === null) return;
    const store = join(disk.folder, 'reports');
    const env = serveEnvironment(acme);
    await disk.fill();
    const refused = await feedbackReports(
      ['serve', '--port', '0', '--store', `file:${store}`],
      env,
    );
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^STORE_UNAVAILABLE: .*ENOSPC/m);
    await disk.free();
    await disk.fill(160_000);
    const server = serve(t, store, env);
    const url = await server.listening;
    assert.equal((await server.found('report failed', 1)).code, 'STORE_UNAVAILABLE');
    assert.deepEqual(await statusOf(`${url}/healthz`, `${url}/readyz`), [200, 200]);
    assert.equal((await server.stop()).code, 0);
    assert((await reportFolders(store)).length < DUE.length);
    await disk.free();
    const next = serve(t, store, env);
    await next.reports(store, DUE.length);
    assert.equal((await next.stop()).code, 0);
    const verified = await runCommand('verify', ['--all', '--store', `file:${store}`]);
    assert.equal(verified.code, 0, verified.stdout);
  });

  it('on a disk that is read-only is read by commands, and refused by serve', async (t) => {
    const disk = await mountSmallDisk(t, DISK_MB);
    if (disk === null) return;
    const store = `file:${join(disk.folder, 'reports')}`;
    const { code } = await runCommand(
      'report',
      ['--week', WEEK, '--store', store],
      serveEnvironment(acme),
    );
    assert.equal(code, 0);
    disk.makeReadOnly();
    for (const [command, ...args] of [
      ['status', '--week', WEEK],
      ['verify', '--week', WEEK],
      ['export', '--from', WEEK],
      ['subscriptions'],
    ] as const) {
      const read = await runCommand(command, [...args, '--store', store]);
      assert.equal(read.code, 0, `${command}: ${read.stdout}${read.stderr}`);
    }
    const refused = await feedbackReports(
      ['serve', '--port', '0', '--store', store],
      serveEnvironment(acme),
    );
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^STORE_UNAVAILABLE: .*EROFS/m);
  });
});
