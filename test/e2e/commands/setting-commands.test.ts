// `accept` and `target` on a store and a reporting API.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import { ACCEPTED_KEY, TARGETS_KEY } from '../../../lib/reports/report-settings.ts';
import type { Ended } from '../../support/run-command.ts';
import { feedbackReports, runCommand, temporaryFolder } from '../../support/run-command.ts';
import { apiEnvironment, companyOfTests } from '../../support/test-company.ts';

const WEEK = '2025-W46';
const LEVEL = ['--folder', '21', '--survey', '211', '--kind', 'level', '--week', WEEK] as const;
const TARGET = ['--folder', '2', '--index', 'HAPPY', '--scale', 'FOUR', '--value', '80'] as const;

const acme = await companyOfTests();

describe('the commands of settings', () => {
  async function openCommands(t: TestContext) {
    const root = await temporaryFolder(t);
    const run = (name: 'accept' | 'target', ...args: readonly string[]): Promise<Ended> =>
      runCommand(name, [...args, '--store', `file:${root}`], apiEnvironment(acme));
    const json = async (
      name: 'accept' | 'target',
      ...args: readonly string[]
    ): Promise<Readonly<Record<string, unknown>>> => {
      const { code, stdout, stderr } = await run(name, ...args, '--json');
      assert.equal(code, 0, stderr);
      const { at, ...entry } = z.record(z.string(), z.json()).parse(JSON.parse(stdout));
      assert.match(JSON.stringify(at), /^"\d{4}-.*Z"$/);
      return entry;
    };
    return { root, run, json };
  }

  it('accept a level once, list it with names, and remove it', async (t) => {
    const { run, json } = await openCommands(t);
    const id = `21-211-level-${WEEK}`;
    const entry = {
      ...{ id, folder: 21, survey: 211, kind: 'level', week: WEEK, by: 'shell' },
      ...{ folderName: 'Store Å', surveyName: 'How was your visit?' },
    };
    assert.deepEqual(await json('accept', 'set', ...LEVEL), entry);
    assert.deepEqual(await json('accept', 'set', ...LEVEL), entry);
    assert.deepEqual(await json('accept', 'list'), entry);
    const again = await run('accept', 'set', ...LEVEL);
    assert.equal(
      again.stdout,
      `Accepted before: level of How was your visit? (Store Å) from ${WEEK}. Id: ${id}\n`,
    );
    const list = await run('accept', 'list');
    assert.match(list.stdout, /^Id +Folder +Survey +Kind +Week +By +At *\n/);
    assert.match(list.stdout, /\n\n1 accepted change\.\n$/);
    const other = await run('accept', 'list', '--folder', '22');
    assert.equal(other.stdout, '0 accepted changes.\n');
    assert.equal((await run('accept', 'remove', '--id', id)).stdout, `${id} is removed.\n`);
    const removed = await run('accept', 'remove', '--id', id);
    assert.deepEqual([removed.code, removed.stdout], [1, '']);
    assert.match(removed.stderr, /^SETTING_NOT_FOUND: /);
  });

  it('set a target, change it, list it with its folder, and remove it', async (t) => {
    const { root, run, json } = await openCommands(t);
    const entry = {
      ...{ id: '2-HAPPY-FOUR', folder: 2, indexType: 'HAPPY', feedbackScale: 'FOUR' },
      ...{ value: 80, by: 'shell', folderName: 'North' },
    };
    assert.deepEqual(await json('target', 'set', ...TARGET), entry);
    const changed = await run('target', 'set', ...TARGET.slice(0, -1), '75.5');
    assert.equal(changed.stdout, 'Target: HAPPY (FOUR) 75.5 in North. Id: 2-HAPPY-FOUR\n');
    assert.deepEqual(await json('target', 'list'), { ...entry, value: 75.5 });
    assert.match((await run('target', 'list')).stdout, /\n\n1 target\.\n$/);
    assert.match(await readFile(join(root, TARGETS_KEY), 'utf8'), /"value": ?75\.5/);
    assert.equal((await run('target', 'remove', '--id', '2-HAPPY-FOUR')).code, 0);
    assert.equal((await run('target', 'list')).stdout, '0 targets.\n');
  });

  it('refuse places that the company does not have', async (t) => {
    const { run } = await openCommands(t);
    for (const [args, code] of [
      [['accept', 'set', '--folder', '77', '--kind', 'level'], 'FOLDER_NOT_FOUND'],
      [
        ['accept', 'set', '--folder', '22', '--survey', '211', '--kind', 'closed'],
        'SURVEY_NOT_FOUND',
      ],
      [['target', 'set', '--folder', '77', ...TARGET.slice(2)], 'FOLDER_NOT_FOUND'],
    ] as const) {
      const [name, ...rest] = args;
      const week = name === 'accept' ? ['--week', WEEK] : [];
      const { code: exitCode, stderr } = await run(name, ...rest, ...week);
      assert.equal(exitCode, 1);
      assert.ok(stderr.startsWith(`${code}: `), stderr);
    }
  });

  it('list every problem of the arguments at once', async (t) => {
    const { run } = await openCommands(t);
    const accept = await run('accept', 'set', '--survey', 'x', '--week', '2026-W60');
    assert.equal(accept.code, 2);
    assert.equal(
      accept.stderr,
      `Please fix these 4 problems:
  --folder is required
  --survey must be the key of a survey, a whole number
  --kind is required
  --week must be an ISO week such as 2026-W46
See npx --no feedback-reports accept set --help.
`,
    );
    const closed = await run('accept', 'set', '--folder', '21', '--kind', 'closed', '--week', WEEK);
    assert.match(closed.stderr, /--survey is required with --kind closed/);
    const future = await run('accept', 'set', ...LEVEL.slice(0, -1), '2999-W01');
    assert.match(future.stderr, /--week has not ended yet \(WEEK_NOT_CLOSED\)/);
    const target = await run('target', 'set', '--scale', 'SIX', '--value', '1e3');
    assert.equal(
      target.stderr,
      `Please fix these 4 problems:
  --folder is required
  --index is required
  --scale must be one of FOUR, FIVE, FIVE_REVERSED
  --value must be a number from 0 to 100
See npx --no feedback-reports target set --help.
`,
    );
    const average = ['--folder', '2', '--index', 'AVERAGE', '--scale', 'FIVE', '--value', '5.1'];
    assert.match((await run('target', 'set', ...average)).stderr, /must be a number from 1 to 5\n/);
    assert.match((await run('accept', 'remove')).stderr, /--id is required/);
  });

  it('name a damaged list, and leave it as it is', async (t) => {
    const { root, run } = await openCommands(t);
    await mkdir(join(root, 'settings'));
    for (const key of [ACCEPTED_KEY, TARGETS_KEY]) await writeFile(join(root, key), '{');
    for (const args of [
      ['accept', 'set', ...LEVEL],
      ['accept', 'list'],
      ['accept', 'remove', '--id', '21-211-level-2025-W46'],
      ['target', 'set', ...TARGET],
      ['target', 'list'],
      ['target', 'remove', '--id', '2-HAPPY-FOUR'],
    ] as const) {
      const [name, ...rest] = args;
      const { code, stderr } = await run(name, ...rest);
      assert.equal(code, 1);
      const key = name === 'accept' ? ACCEPTED_KEY : TARGETS_KEY;
      assert.match(stderr, new RegExp(`^SETTINGS_UNREADABLE: .*\\(key ${key}\\)\\. .+\\n$`));
    }
    assert.equal(await readFile(join(root, ACCEPTED_KEY), 'utf8'), '{');
  });

  it('list their commands, and suggest one for an unknown one', async () => {
    for (const name of ['accept', 'target'] as const) {
      const help = await feedbackReports([name, '--help']);
      assert.equal(help.code, 0);
      assert.match(
        help.stdout,
        new RegExp(`\\n\\nUsage: feedback-reports ${name} set\\|list\\|remove `),
      );
      const none = await runCommand(name, []);
      assert.deepEqual([none.code, none.stderr], [2, help.stdout]);
      const unknown = await runCommand(name, ['lst']);
      assert.equal(unknown.code, 2);
      assert.match(
        unknown.stderr,
        /; did you mean list\? Available commands: set, list, remove\.\n$/,
      );
    }
  });
});
