// The project's own experiments and measurements, as somebody meets them who has never run one.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const CAMPAIGNS = {
  sim: 'simulation/campaign.ts',
  fuzz: 'fuzz/campaign.ts',
  survive: 'survival/campaign.ts',
  model: 'feedback-service/model/campaign.ts',
  canary: 'fuzz/secrets/suite.ts',
  properties: 'fuzz/properties.ts',
  bench: 'bench/run.ts',
};

async function run(file: string, argument: string): Promise<readonly [number, string, string]> {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const child = spawn(process.execPath, [path, argument], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number>((resolve) =>
    child.on('close', (code) => {
      resolve(code ?? -1);
    }),
  );
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return [await ended, out, error];
}

describe('an experiment', () => {
  for (const [name, file] of Object.entries(CAMPAIGNS)) {
    it(`tells how it is run, and what it does not know: ${name}`, async () => {
      const [[code, help, noise], [wrong, nothing, why]] = await Promise.all([
        run(file, '--help'),
        run(file, '--bogus'),
      ]);
      assert.deepEqual([code, noise, wrong, nothing], [0, '', 2, '']);
      assert.match(help, new RegExp(`^npm run ${name} -- `));
      assert.match(help, /\nExit codes: 0 /);
      assert.equal(why, "Unknown option '--bogus'\n--help tells what there is.\n");
    });
  }
});
