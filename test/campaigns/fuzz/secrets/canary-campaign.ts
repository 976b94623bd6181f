// The whole suite under canary credentials. It keeps all that the tests and their processes write, and searches it.
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { campaignArguments } from '../../../support/campaign-arguments.ts';
import { runTests } from '../../../support/run-tests.ts';
import { BY_NATURE, placeOf } from './expected-places.ts';
import type { Find, Searched } from './secret-search.ts';

/** What differs between files of one kind. */
const CHANGING = /[0-9a-f]{8,}[0-9a-f-]*|\d+|(?<=-)\w{6}(?=\/)/g;

const HELP = `npm run campaign canary -- [options]

The whole suite with credentials that are known, and a search for them in all that it writes, sends and logs.

  --seed TEXT   what they are made of; default: the number of this process; printed
  --only GLOB   some test files alone, one for each mention
  --keep        leave behind what was kept, and say where
  --help

Exit codes: 0 nothing was found where it has no business · 1 something was, or a test failed · 2 wrong arguments.
`;

const { values } = campaignArguments(HELP, {
  options: {
    seed: { type: 'string', default: String(process.pid) },
    only: { type: 'string', multiple: true, default: [] },
    keep: { type: 'boolean', default: false },
  },
});
const { seed, only } = values;
process.env['CANARY_SEED'] = seed;
// They are drawn from the seed when they are loaded.
const { CANARIES } = await import('../../../support/secret-markers.ts');
const { search } = await import('./secret-search.ts');

const folder = await mkdtemp(join(tmpdir(), 'canary-'));
const [temporary, kept] = [join(folder, 't'), join(folder, 'kept')];
const parts = ['texts', 'names', 'blobs', 'files'].map((name) => join(kept, name));
for (const path of [folder, temporary, kept, ...parts]) {
  await mkdir(path, { recursive: true });
  // Some tests run programs of another user.
  await chmod(path, 0o777);
}
console.log(
  `the suite under canaries of seed ${seed}${only.length === 0 ? '' : `: ${only.join(' ')}`}`,
);
const started = performance.now();
const { status, output, told } = await runTests(only.length === 0 ? null : only, {
  CANARY_KEPT: kept,
  TMPDIR: temporary,
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'output-recorder.mjs')}`,
});
// What it prints is searched like everything else.
await writeFile(join(kept, 'files', 'output of the suite'), output);
for (const line of told) console.log(line);
const tested = performance.now();
const searched = await search(kept, [join(kept, 'files'), temporary]);
const isFine = tell(searched);
console.log(
  `${((tested - started) / 1000).toFixed(0)} s of tests, ${((performance.now() - tested) / 1000).toFixed(0)} s of search`,
);
if (isFine && status === 0 && !values.keep) await rm(folder, { recursive: true });
else console.log(`kept: ${folder}`);
if (!isFine || status !== 0) process.exitCode = 1;

/** Whether all is well. */
function tell({ finds, artefacts, contents, bytes, forms }: Searched): boolean {
  const leaks = finds.filter((find) => placeOf(find) === undefined);
  const explained = finds.length - leaks.length;
  console.log(
    `${artefacts} artefacts, ${contents} different contents, ${(bytes / 1e6).toFixed(0)} MB, ` +
      `${CANARIES.length} canaries in ${forms} forms: ` +
      `${explained} where they belong by nature, ${leaks.length} leaks`,
  );
  const alike = Map.groupBy(leaks, (leak) => toldOf(leak).replaceAll(CHANGING, '…'));
  for (const [first] of [...alike.values()].map((some) => some.toReversed())) {
    if (first !== undefined) console.log(`LEAK: ${toldOf(first)}`);
  }
  if (alike.size < leaks.length) console.log('(others are like these)');
  const met = new Set(finds.map(placeOf));
  const unmet = only.length > 0 ? [] : BY_NATURE.filter((place) => !met.has(place));
  for (const { where, why } of unmet) console.log(`nothing was found in ${String(where)}: ${why}`);
  return leaks.length === 0 && unmet.length === 0;
}

function toldOf({ canaries, form, where }: Find): string {
  const what = canaries.length === 0 ? 'a piece of a canary' : `the ${canaries.join(', the ')}`;
  return `${where} holds ${what}, the marks as ${form}`;
}
