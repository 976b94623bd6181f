import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { SETTINGS } from '../../../lib/composition/settings.ts';
import { runCommand, temporaryFolder } from '../../support/run-command.ts';
import { canary } from '../../support/secret-markers.ts';

const Line = z.object({ name: z.string(), value: z.string().nullable(), source: z.string() });

async function configLines(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, object>> {
  const { stdout } = await runCommand('config', ['--json', ...args], env);
  const lines = stdout.trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const { name, value, source } = Line.parse(JSON.parse(line));
      return [name, { value, source }];
    }),
  );
}

const API = {
  FEEDBACK_API_URL: 'https://api.example.com',
  FEEDBACK_API_CLIENT_ID: canary('client id'),
};

describe('config', () => {
  it('shows every setting with its value, and where it is from', async (t) => {
    const folder = await temporaryFolder(t);
    const [envFile, tokenFile] = [join(folder, 'reports.env'), join(folder, 'token')];
    await writeFile(envFile, 'REPORTS_PAPER=Letter\nREPORTS_LOCALE=fi\n');
    await writeFile(tokenFile, `${canary('token')}\n`);
    const lines = await configLines(['--env-file', envFile], {
      ...API,
      FEEDBACK_API_TOKEN_FILE: tokenFile,
      REPORTS_LOCALE: 'sv',
      REPORTS_STAGE: '',
    });
    assert.deepEqual([...lines.keys()], Object.keys(SETTINGS));
    for (const [name, value, source] of [
      ['FEEDBACK_API_URL', 'https://api.example.com', 'environment'],
      ['FEEDBACK_API_CLIENT_ID', null, 'environment'],
      ['FEEDBACK_API_TOKEN', null, `${tokenFile} (FEEDBACK_API_TOKEN_FILE)`],
      ['REPORTS_PAPER', 'Letter', envFile],
      ['REPORTS_LOCALE', 'sv', 'environment'],
      ['REPORTS_SETTLE', 'PT6H', 'default'],
      ['REPORTS_STAGE', null, 'not set'],
    ] as const) {
      assert.deepEqual(lines.get(name), { value, source }, name);
    }
  });

  it('shows neither secrets nor invalid values, and names all problems', async () => {
    const { code, stdout, stderr } = await runCommand('config', [], {
      ...API,
      FEEDBACK_API_TOKEN: canary('token'),
      REPORTS_MAIL: `smtp://ana:${canary('mail password')}@mail.example.com`,
      REPORT_STORE: 'file:./reports',
    });
    assert.equal(code, 2);
    assert.match(stdout, /^FEEDBACK_API_TOKEN +\(secret\) +environment$/m);
    assert.match(stdout, /^REPORTS_MAIL +\(invalid\) +environment$/m);
    assert.match(stderr, /REPORT_STORE is now REPORTS_STORE/);
    for (const secret of ['client id', 'token', 'mail password'] as const) {
      assert.ok(!`${stdout}${stderr}`.includes(canary(secret)), secret);
    }
  });

  it('works before anything is set', async () => {
    const { code, stderr } = await runCommand('config', []);
    assert.deepEqual([code, stderr], [0, '']);
  });
});
