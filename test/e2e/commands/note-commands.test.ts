// `note` on a store and a reporting API.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import { notesKey } from '../../../lib/reports/place-notes.ts';
import type { Ended } from '../../support/run-command.ts';
import { feedbackReports, runCommand, temporaryFolder } from '../../support/run-command.ts';
import { apiEnvironment, companyOfTests } from '../../support/test-company.ts';

const WEEK = ['--week', '2025-W46'] as const;
const ADD = ['add', '--folder', '21', '--name', 'Anna', '--text', 'Two lanes closed'] as const;
const TAKE = ['take', '--folder', '21', '--name', 'Anna'] as const;

const acme = await companyOfTests();

describe('note', () => {
  async function openCommands(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
    const root = await temporaryFolder(t);
    const run = (...args: readonly string[]): Promise<Ended> =>
      runCommand('note', [...args, '--store', `file:${root}`], {
        ...apiEnvironment(acme),
        ...settings,
      });
    const json = async (...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
      const { code, stdout, stderr } = await run(...args, '--json');
      assert.equal(code, 0, stderr);
      return z.record(z.string(), z.json()).parse(JSON.parse(stdout));
    };
    return { root, run, json };
  }

  it('adds a note once, lists it with names, and removes it', async (t) => {
    const { run, json } = await openCommands(t);
    const { id, at, ...entry } = await json(...ADD, ...WEEK);
    assert.match(`${String(id)} ${String(at)}`, /^21-[0-9a-f]{24} \d{4}-.*Z$/);
    assert.deepEqual(entry, {
      ...{ folder: 21, by: 'shell', name: 'Anna', week: '2025-W46', text: 'Two lanes closed' },
      folderName: 'Store Å',
    });
    assert.deepEqual(await json(...ADD, ...WEEK), { id, at, ...entry });
    const again = await run(...ADD, ...WEEK);
    assert.equal(again.stdout, `Written before: note on Store Å. Id: ${String(id)}\n`);
    const { folderName, folder, ...note } = entry;
    assert.deepEqual(await json('list'), {
      ...{ folder, owner: null, notes: [{ id, at, ...note }], folderName },
    });
    const list = await run('list');
    assert.match(list.stdout, /^Id +Folder +Week +Name +Note +By +At *\n/);
    assert.match(list.stdout, / Store Å +2025-W46 +Anna +Two lanes closed +shell +\d{4}-/);
    assert.match(list.stdout, /\n\n1 place\.\n$/);
    assert.equal((await run('list', '--folder', '22')).stdout, '0 places.\n');
    const remove = ['remove', '--id', String(id)] as const;
    assert.equal((await run(...remove)).stdout, `${String(id)} is removed.\n`);
    const removed = await run(...remove);
    assert.deepEqual([removed.code, removed.stdout], [1, '']);
    assert.match(removed.stderr, /^SETTING_NOT_FOUND: /);
  });

  it('sets the owner of a place, replaces and removes it', async (t) => {
    const { root, run, json } = await openCommands(t);
    const { since, ...owner } = await json(...TAKE, ...WEEK);
    assert.match(String(since), /^\d{4}-.*Z$/);
    assert.deepEqual(owner, {
      ...{ folder: 21, by: 'shell', name: 'Anna', week: '2025-W46', folderName: 'Store Å' },
    });
    const again = await run(...TAKE, ...WEEK);
    assert.equal(again.stdout, 'Owner as before of Store Å: Anna.\n');
    const other = await run('take', '--folder', '21', '--name', 'Ben', ...WEEK);
    assert.equal(other.stdout, 'Owner of Store Å: Ben.\n');
    assert.match((await run('list')).stdout, / Store Å +2025-W46 +Ben +\(owner\) +shell /);
    assert.match(await readFile(join(root, notesKey(21)), 'utf8'), /"name": ?"Ben"/);
    const release = ['release', '--folder', '21'] as const;
    assert.equal((await run(...release)).stdout, 'Folder 21 has no owner now.\n');
    const released = await run(...release);
    assert.deepEqual([released.code, released.stdout], [1, '']);
    assert.match(released.stderr, /^SETTING_NOT_FOUND: /);
    assert.equal((await run('list')).stdout, '0 places.\n');
  });

  it('shows a long note in one line, and all of it with --json', async (t) => {
    const { run, json } = await openCommands(t);
    const text = `${'x'.repeat(80)}\u001b[31m`;
    await run('add', '--folder', '21', '--name', 'Anna\u202e', '--text', text, ...WEEK);
    const list = await run('list');
    assert.match(list.stdout, / Anna +x{59}… /);
    assert.match(JSON.stringify(await json('list')), /"text":"x{80}\[31m"/);
  });

  it('refuses places that the company does not have', async (t) => {
    const { run } = await openCommands(t);
    for (const action of ['add', 'take']) {
      const text = action === 'add' ? ['--text', 'Closed'] : [];
      const args = [action, '--folder', '77', '--name', 'Anna', ...text, ...WEEK];
      const { code, stderr } = await run(...args);
      assert.equal(code, 1);
      assert.match(stderr, /^FOLDER_NOT_FOUND: /);
      assert.ok(!stderr.includes('Closed') && !stderr.includes('Anna'), stderr);
    }
  });

  it('lists every problem of the arguments at once, without what was written', async (t) => {
    const { run } = await openCommands(t);
    const add = await run('add', '--text', 'secret'.repeat(90), '--week', '2026-W60');
    assert.equal(add.code, 2);
    assert.equal(
      add.stderr,
      `Please fix these 4 problems:
  --folder is required
  --name is required
  --week must be an ISO week such as 2026-W46
  --text must have 1 to 500 visible characters
See npx --no feedback-reports note add --help.
`,
    );
    const take = await run('take', '--folder', '21', '--name', '\u200b', '--week', '2999-W01');
    assert.match(take.stderr, /--name must have 1 to 60 visible characters\n/);
    assert.match(take.stderr, /--week has not ended yet \(WEEK_NOT_CLOSED\)/);
    assert.match((await run('release')).stderr, /--folder is required/);
    assert.match((await run('remove')).stderr, /--id is required/);
  });

  it('names a damaged list, and leaves it as it is', async (t) => {
    const { root, run } = await openCommands(t);
    const key = notesKey(21);
    await mkdir(join(root, 'settings', 'notes'), { recursive: true });
    await writeFile(join(root, key), '{');
    for (const args of [
      [...ADD, ...WEEK],
      [...TAKE, ...WEEK],
      ['list'],
      ['remove', '--id', '21-x'],
      ['release', '--folder', '21'],
    ]) {
      const { code, stderr } = await run(...args);
      assert.equal(code, 1);
      assert.match(stderr, new RegExp(`^SETTINGS_UNREADABLE: .*\\(key ${key}\\)\\. .+\\n$`));
    }
    assert.equal(await readFile(join(root, key), 'utf8'), '{');
    const verified = await runCommand('verify', ['--store', `file:${root}`], {});
    assert.ok(`${verified.stdout}${verified.stderr}`.includes(key), verified.stderr);
  });

  it('does nothing where notes are switched off', async (t) => {
    const { run } = await openCommands(t, { REPORTS_NOTES: 'off' });
    for (const args of [[...ADD, ...WEEK], [...TAKE, ...WEEK], ['list']]) {
      const { code, stderr } = await run(...args);
      assert.equal(code, 1);
      assert.match(stderr, /^NOTES_OFF: .+\. Set REPORTS_NOTES=on\.\n$/);
    }
  });

  it('loses nothing that several processes write at once', async (t) => {
    const { root, run } = await openCommands(t);
    const names = ['Anna', 'Ben', 'Chi'];
    const ended = await Promise.all(
      names.flatMap((name) => {
        const place = ['--folder', '21', '--name', name, ...WEEK, '--store', `file:${root}`];
        return [['add', '--text', 'Closed'], ['take']].map((action) =>
          feedbackReports(['note', ...action, ...place], apiEnvironment(acme)),
        );
      }),
    );
    for (const { code, stderr } of ended) assert.equal(code, 0, stderr);
    const { stdout } = await run('list');
    assert.deepEqual(stdout.match(/Closed/g)?.length, names.length);
    assert.deepEqual(stdout.match(/\(owner\)/g)?.length, 1);
  });

  it('lists its commands, and suggests one for an unknown one', async () => {
    const help = await runCommand('note', ['--help']);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /\n\nUsage: feedback-reports note list\|add\|remove\|take\|release /);
    const unknown = await runCommand('note', ['lst']);
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /; did you mean list\? /);
    for (const action of ['list', 'add', 'remove', 'take', 'release']) {
      const { code, stdout } = await runCommand('note', [action, '--help']);
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`Usage: feedback-reports note ${action} `));
    }
  });
});
