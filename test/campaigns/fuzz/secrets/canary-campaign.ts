// Runs the test suite with canary credentials, records its output and files, and searches them for the credentials.
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { campaignArguments } from '../../../support/campaign-arguments.ts';
import { runTests } from '../../../support/run-tests.ts';
import { EXPECTED_PLACES, findExpectedPlace } from './expected-places.ts';
import type { SecretFinding, SecretSearchResult } from './recorded-output.ts';

/** Parts of locations that differ between files of the same kind. */
const VARIABLE_PARTS = /[0-9a-f]{8,}[0-9a-f-]*|\d+|(?<=-)\w{6}(?=\/)/g;

const HELP = `npm run campaign canary -- [options]

Runs the test suite with known credentials and searches everything that it writes, sends and logs for them.

  --seed TEXT   derives the credentials; default: the process id; printed
  --only GLOB   runs only these test files, repeatable
  --keep        keeps the recorded output and prints its folder
  --help

Exit codes: 0 passed · 1 a leak was found or a test failed · 2 wrong arguments.
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
// The credentials are derived from the seed when the module is loaded.
const { CANARIES } = await import('../../../support/secret-markers.ts');
const { searchRecordedOutput } = await import('./recorded-output.ts');

const folder = await mkdtemp(join(tmpdir(), 'canary-'));
const [temporary, recordFolder] = [join(folder, 't'), join(folder, 'kept')];
const parts = ['texts', 'names', 'blobs', 'files'].map((name) => join(recordFolder, name));
for (const path of [folder, temporary, recordFolder, ...parts]) {
  await mkdir(path, { recursive: true });
  // Some tests run programs as another user.
  await chmod(path, 0o777);
}
console.log(
  `test suite with canaries of seed ${seed}${only.length === 0 ? '' : `: ${only.join(' ')}`}`,
);
const startedAt = performance.now();
const { status, output, summaryLines } = await runTests(only.length === 0 ? null : only, {
  CANARY_KEPT: recordFolder,
  TMPDIR: temporary,
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'output-recorder.mjs')}`,
});
await writeFile(join(recordFolder, 'files', 'output of the test suite'), output);
for (const line of summaryLines) console.log(line);
const testedAt = performance.now();
const result = await searchRecordedOutput(recordFolder, [join(recordFolder, 'files'), temporary]);
const hasNoLeaks = printResult(result);
console.log(
  `${((testedAt - startedAt) / 1000).toFixed(0)} s of tests, ${((performance.now() - testedAt) / 1000).toFixed(0)} s of search`,
);
if (hasNoLeaks && status === 0 && !values.keep) await rm(folder, { recursive: true });
else console.log(`recorded output: ${folder}`);
if (!hasNoLeaks || status !== 0) process.exitCode = 1;

function printResult({ findings, artefacts, contents, bytes, forms }: SecretSearchResult): boolean {
  const leaks = findings.filter((finding) => findExpectedPlace(finding) === undefined);
  const expectedCount = findings.length - leaks.length;
  console.log(
    `${artefacts} artefacts, ${contents} different contents, ${(bytes / 1e6).toFixed(0)} MB, ` +
      `${CANARIES.length} canaries in ${forms} forms: ` +
      `${expectedCount} expected, ${leaks.length} leaks`,
  );
  const similarLeaks = Map.groupBy(leaks, (leak) =>
    describeFinding(leak).replaceAll(VARIABLE_PARTS, '…'),
  );
  for (const [first] of [...similarLeaks.values()].map((leaksOfKind) => leaksOfKind.toReversed())) {
    if (first !== undefined) console.log(`LEAK: ${describeFinding(first)}`);
  }
  if (similarLeaks.size < leaks.length) console.log('(similar leaks are not printed)');
  const matchedPlaces = new Set(findings.map(findExpectedPlace));
  const unmatchedPlaces =
    only.length > 0 ? [] : EXPECTED_PLACES.filter((place) => !matchedPlaces.has(place));
  for (const { location, reason } of unmatchedPlaces)
    console.log(`no finding matches ${String(location)}: ${reason}`);
  return leaks.length === 0 && unmatchedPlaces.length === 0;
}

function describeFinding({ secrets, form, location }: SecretFinding): string {
  const content = secrets.length === 0 ? 'a fragment of a canary' : secrets.join(', ');
  return `${location} contains ${content} as ${form}`;
}
