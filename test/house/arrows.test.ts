// Every import rule is proven by a violation planted in a tree of its own.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { cruise, type ICruiseOptions, type IFlattenedRuleSet } from 'dependency-cruiser';

const ROOT = resolve(import.meta.dirname, '../..');

/** The rule, and the files that break it: the first imports what follows the arrow. */
const PLANTED: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['domain-is-pure', 'lib/domain/a.ts', '../app/b.ts'],
  ['domain-is-pure', 'lib/domain/a2.ts', 'node:fs'],
  ['app-sees-domain-alone', 'lib/app/a.ts', '../config.ts'],
  ['adapters-see-ports-and-domain', 'lib/adapters/s3/a.ts', '../../app/b.ts'],
  ['presentation-is-for-any-paper-and-screen', 'lib/presentation/a.ts', '../adapters/pdf/b.ts'],
  ['presentation-is-for-any-paper-and-screen', 'lib/presentation/a2.ts', 'node:fs'],
  ['presentation-is-for-any-paper-and-screen', 'lib/presentation/a3.ts', 'preact'],
  ['only-adapters-and-the-page-present', 'lib/app/a11.ts', '../presentation/b.ts'],
  ['the-page-sees-presentation-and-domain', 'lib/report-library/a.tsx', '../app/b.ts'],
  ['the-page-sees-presentation-and-domain', 'lib/report-library/a2.ts', 'node:fs'],
  ['the-page-is-run-by-browsers-alone', 'functions/a4.ts', '../lib/report-library/b.tsx'],
  ['the-page-is-run-by-browsers-alone', 'infra/a.ts', '../lib/report-library/b.tsx'],
  ['the-page-is-run-by-browsers-alone', 'lib/presentation/a4.ts', '../report-library/b.tsx'],
  ['a-page-loads-one-language', 'lib/presentation/a7.ts', './words/fi.ts'],
  ['a-page-loads-one-language', 'lib/report-library/a3.tsx', '../presentation/words/catalogues.ts'],
  ['adapters-are-strangers', 'lib/adapters/s3/a2.ts', '../pdf/b.ts'],
  ['only-compose-opens-adapters', 'functions/a.ts', '../lib/adapters/pdf/b.ts'],
  ['adapters-have-one-door', 'lib/compose.ts', './adapters/pdf/b.ts'],
  ['lib-knows-no-entry-point', 'lib/app/a3.ts', '../../functions/b.ts'],
  ['feedback-service-imports-nothing-of-ours', 'lib/feedback-service/a.ts', '../domain/b.ts'],
  ['feedback-service-ships-with-nothing', 'functions/a2.ts', '../lib/feedback-service/index.ts'],
  ['feedback-service-has-one-door', 'functions/local/a.ts', '../../lib/feedback-service/b.ts'],
  ['pdfkit-has-one-home', 'functions/local/a2.ts', 'pdfkit'],
  ['d3-has-one-home', 'lib/presentation/a5.ts', 'd3-scale'],
  ['preact-has-one-home', 'lib/presentation/a6.ts', 'preact'],
  ['unicode-has-one-home', 'lib/adapters/pdf/a.ts', 'bidi-js'],
  ['undici-has-one-home', 'lib/app/a4.ts', 'undici'],
  ['s3-has-one-home', 'lib/app/a7.ts', '@aws-sdk/client-s3'],
  ['sqs-has-one-home', 'lib/app/a8.ts', '@aws-sdk/client-sqs'],
  ['secrets-has-one-home', 'lib/app/a9.ts', '@aws-sdk/client-secrets-manager'],
  ['events-has-one-home', 'lib/app/a10.ts', '@aws-sdk/client-eventbridge'],
  ['luxon-has-one-home', 'lib/domain/a3.ts', 'luxon'],
  ['zod-has-one-home', 'lib/app/a5.ts', 'zod'],
  ['pg-has-one-home', 'lib/feedback-service/database/a.ts', 'pg'],
  ['hono-has-one-home', 'lib/app/a6.ts', 'hono'],
  ['terminal-has-one-home', 'functions/a3.ts', 'cli-table3'],
  ['chance-has-one-home', 'test/a.test.ts', 'fast-check'],
  ['commands-run-without-development-packages', 'infra/build-page.ts', 'pngjs'],
  ['no-cycles', 'lib/domain/cycle.ts', './cycle2.ts'],
  ['no-orphans', 'lib/domain/orphan.ts', ''],
  ['no-orphans', 'lib/report-library/orphan.tsx', ''],
  ['not-resolvable', 'lib/domain/a4.ts', './nowhere.ts'],
];

/** Arrows that no rule refuses; the last file starts by itself. */
const ALLOWED: readonly (readonly [from: string, to: string])[] = [
  ['lib/adapters/pdf/c.ts', '../../presentation/words/catalogues.ts'],
  ['lib/presentation/charts/a.ts', 'd3-scale'],
  ['lib/report-library/c.tsx', 'preact'],
  ['lib/report-library/c2.tsx', '../presentation/b.ts'],
  ['lib/report-library/c3.ts', './b.tsx'],
  ['lib/report-library/main.tsx', ''],
];

/** It asks for the words of a language when it is run. */
const LOADS = 'lib/report-library/d.ts';

const TARGETS = [
  'lib/app/b.ts',
  'lib/config.ts',
  'lib/adapters/pdf/b.ts',
  'lib/presentation/b.ts',
  'lib/presentation/words/catalogues.ts',
  'lib/presentation/words/fi.ts',
  'lib/report-library/b.tsx',
  'lib/domain/b.ts',
  'lib/feedback-service/index.ts',
  'lib/feedback-service/b.ts',
  'functions/b.ts',
];

describe('the import rules', () => {
  let tree = '';
  let found: readonly string[] = [];

  before(async () => {
    tree = await mkdtemp(join(tmpdir(), 'arrows-'));
    const write = async (file: string, text: string): Promise<void> => {
      await mkdir(dirname(join(tree, file)), { recursive: true });
      await writeFile(join(tree, file), text);
    };
    for (const target of TARGETS) await write(target, 'export const b = 1;\n');
    for (const [from, to] of [...PLANTED.map(([, ...arrow]) => arrow), ...ALLOWED]) {
      await write(
        from,
        to === '' ? 'export const alone = 1;\n' : `import * as it from '${to}';\nexport { it };\n`,
      );
    }
    await write('lib/domain/cycle2.ts', "import * as it from './cycle.ts';\nexport { it };\n");
    await write(LOADS, "export const load = () => import('../presentation/words/fi.ts');\n");
    await write('tsconfig.json', '{}');
    await write('package.json', '{"devDependencies": {"pngjs": "*"}}');
    await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
    const config: unknown = createRequire(import.meta.url)('./arrows.cjs');
    found = await violations(tree, config);
  });
  after(() => rm(tree, { recursive: true, force: true }));

  for (const [rule, from, to] of PLANTED) {
    it(`${rule} refuses ${from} → ${to === '' ? 'nothing' : to}`, () => {
      assert.ok(found.includes(`${rule} ${from}`), `not found among:\n${found.join('\n')}`);
    });
  }

  it('allow what adapters, charts and the page need', () => {
    assert.deepEqual(
      found.filter((one) =>
        [LOADS, ...ALLOWED.map(([from]) => from)].some((file) => one.endsWith(` ${file}`)),
      ),
      [],
    );
  });

  it('are each proven by a planted violation', () => {
    const config: unknown = createRequire(import.meta.url)('./arrows.cjs');
    const rules = ruleNames(config);
    assert.ok(rules.length > 10);
    assert.deepEqual(
      rules.filter((rule) => !PLANTED.some(([planted]) => planted === rule)),
      [],
    );
  });
});

function isConfig(value: unknown): value is IFlattenedRuleSet & { options: ICruiseOptions } {
  return typeof value === 'object' && value !== null && 'forbidden' in value && 'options' in value;
}

function ruleNames(config: unknown): readonly string[] {
  assert.ok(isConfig(config));
  return (config.forbidden ?? []).map(({ name }) => name ?? '');
}

/** "rule file" of every violation in a tree. */
async function violations(tree: string, config: unknown): Promise<readonly string[]> {
  assert.ok(isConfig(config));
  const { options, ...ruleSet } = config;
  const { output } = await cruise(['lib', 'functions', 'infra', 'test'], {
    ...options,
    ruleSet,
    validate: true,
    baseDir: tree,
  });
  assert.ok(typeof output !== 'string');
  return output.summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);
}
