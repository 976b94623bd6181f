// Plants a violation of every import rule in a temporary tree and checks that the rule reports it.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { cruise, type ICruiseOptions, type IFlattenedRuleSet } from 'dependency-cruiser';

const ROOT = resolve(import.meta.dirname, '../..');

/** The rule, the file that violates it, and the file or package that it imports. */
const PLANTED: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['domain-is-pure', 'lib/domain/a.ts', '../reports/b.ts'],
  ['domain-is-pure', 'lib/domain/a2.ts', 'node:fs'],
  ['shared-imports-lower-layers', 'lib/shared/a.ts', '../reports/b.ts'],
  ['ports-imports-lower-layers', 'lib/ports/a.ts', '../reports/b.ts'],
  ['reports-imports-lower-layers', 'lib/reports/a.ts', '../composition/config.ts'],
  ['reports-imports-lower-layers', 'lib/reports/a2.ts', '../jobs/b.ts'],
  ['jobs-imports-lower-layers', 'lib/jobs/a.ts', '../http/b.ts'],
  ['delivery-imports-lower-layers', 'lib/delivery/a.ts', '../jobs/b.ts'],
  ['links-imports-lower-layers', 'lib/links/a.ts', '../jobs/b.ts'],
  ['analytics-imports-lower-layers', 'lib/analytics/a.ts', '../jobs/b.ts'],
  ['http-imports-lower-layers', 'lib/http/a.ts', '../composition/config.ts'],
  ['adapters-imports-lower-layers', 'lib/adapters/s3/a.ts', '../../reports/b.ts'],
  ['i18n-imports-lower-layers', 'lib/i18n/a.ts', '../charts/b.ts'],
  ['view-imports-lower-layers', 'lib/view/a.ts', '../charts/b.ts'],
  ['charts-imports-lower-layers', 'lib/charts/a.ts', '../reports/b.ts'],
  ['web-imports-lower-layers', 'lib/web/a.tsx', '../reports/b.ts'],
  ['browser-code-imports-no-server-code', 'lib/i18n/a2.ts', 'node:fs'],
  ['browser-code-imports-no-server-code', 'lib/charts/a2.ts', 'luxon'],
  ['browser-code-imports-no-server-code', 'lib/web/a2.ts', 'node:fs'],
  ['web-imports-http-types-only', 'lib/web/a4.ts', '../http/b.ts'],
  ['only-browsers-run-web', 'functions/a4.ts', '../lib/web/b.tsx'],
  ['only-browsers-run-web', 'infra/a.ts', '../lib/web/b.tsx'],
  ['browsers-load-one-language', 'lib/i18n/a7.ts', './generated/page/fi.ts'],
  ['browsers-load-one-language', 'lib/web/a3.tsx', '../i18n/catalogues.ts'],
  ['browsers-load-one-language', 'lib/web/a5.tsx', '../i18n/generated/server-files.ts'],
  ['adapters-are-independent', 'lib/adapters/s3/a2.ts', '../pdf/b.ts'],
  ['only-composition-imports-adapters', 'functions/a.ts', '../lib/adapters/pdf/b.ts'],
  ['adapters-export-through-index', 'lib/composition/a.ts', '../adapters/pdf/b.ts'],
  ['adapters-export-through-index', 'infra/a2.ts', '../lib/adapters/pdf/b.ts'],
  ['only-infra-imports-packaging', 'lib/composition/a3.ts', '../adapters/pdf/packaging.ts'],
  ['functions-import-no-infra', 'functions/cli/a4.ts', '../../infra/b.ts'],
  ['lib-imports-no-entry-point', 'lib/composition/a2.ts', '../../functions/b.ts'],
  ['feedback-service-is-independent', 'lib/feedback-service/a.ts', '../domain/b.ts'],
  ['only-the-cli-starts-feedback-service', 'functions/a2.ts', '../lib/feedback-service/index.ts'],
  [
    'feedback-service-exports-through-index',
    'functions/cli/a.ts',
    '../../lib/feedback-service/b.ts',
  ],
  ['pdfkit-has-one-place', 'functions/cli/a2.ts', 'pdfkit'],
  ['esbuild-has-one-place', 'lib/composition/a4.ts', 'esbuild'],
  ['message-format-has-one-place', 'lib/charts/a7.ts', '@formatjs/icu-messageformat-parser'],
  ['preact-has-one-place', 'lib/charts/a6.ts', 'preact'],
  ['unicode-has-one-place', 'lib/adapters/pdf/a.ts', 'bidi-js'],
  ['undici-has-one-place', 'lib/reports/a4.ts', 'undici'],
  ['s3-has-one-place', 'lib/reports/a7.ts', '@aws-sdk/client-s3'],
  ['sqs-has-one-place', 'lib/reports/a8.ts', '@aws-sdk/client-sqs'],
  ['secrets-has-one-place', 'lib/reports/a9.ts', '@aws-sdk/client-secrets-manager'],
  ['events-has-one-place', 'lib/reports/a10.ts', '@aws-sdk/client-eventbridge'],
  ['luxon-has-one-place', 'lib/domain/a3.ts', 'luxon'],
  ['parquet-has-one-place', 'lib/reports/a11.ts', 'hyparquet'],
  ['mail-has-one-place', 'lib/adapters/webhook/a2.ts', 'nodemailer'],
  ['csv-parse-has-one-place', 'lib/feedback-service/a3.ts', 'csv-parse'],
  ['zod-has-one-place', 'lib/reports/a5.ts', 'zod'],
  ['pg-has-one-place', 'lib/feedback-service/database/a.ts', 'pg'],
  ['hono-has-one-place', 'lib/reports/a6.ts', 'hono'],
  ['terminal-has-one-place', 'functions/a3.ts', 'string-width'],
  ['metrics-has-one-place', 'functions/a9.ts', 'prom-client'],
  ['fast-check-has-one-place', 'test/a.test.ts', 'fast-check'],
  ['commands-run-without-development-packages', 'functions/cli/a3.ts', 'pngjs'],
  ['no-cycles', 'lib/domain/cycle.ts', './cycle2.ts'],
  ['no-orphans', 'lib/domain/orphan.ts', ''],
  ['no-orphans', 'lib/web/orphan.tsx', ''],
  ['not-resolvable', 'lib/domain/a4.ts', './nowhere.ts'],
];

/** Imports that no rule may report; the last file is an entry point without imports. */
const ALLOWED: readonly (readonly [from: string, to: string])[] = [
  ['lib/delivery/c.ts', '../i18n/catalogues.ts'],
  ['lib/adapters/pdf/c.ts', '../../i18n/catalogues.ts'],
  ['infra/c.ts', '../lib/adapters/pdf/packaging.ts'],
  ['infra/c2.ts', 'esbuild'],
  ['lib/web/c.tsx', 'preact'],
  ['lib/web/c2.tsx', '../i18n/b.ts'],
  ['lib/web/c3.ts', './b.tsx'],
  ['lib/web/main.tsx', ''],
];

/** A file that loads the texts of a language with a dynamic import. */
const DYNAMIC_IMPORTER = 'lib/web/d.ts';

const TARGETS = [
  'lib/reports/b.ts',
  'lib/jobs/b.ts',
  'lib/http/b.ts',
  'lib/composition/config.ts',
  'lib/adapters/pdf/b.ts',
  'lib/adapters/pdf/packaging.ts',
  'lib/charts/b.ts',
  'lib/i18n/b.ts',
  'lib/i18n/catalogues.ts',
  'lib/i18n/generated/server-files.ts',
  'lib/i18n/generated/page/fi.ts',
  'lib/web/b.tsx',
  'lib/domain/b.ts',
  'lib/feedback-service/index.ts',
  'lib/feedback-service/b.ts',
  'functions/b.ts',
  'infra/b.ts',
];

describe('the import rules', () => {
  let tree = '';
  let violations: readonly string[] = [];

  before(async () => {
    tree = await mkdtemp(join(tmpdir(), 'import-rules-'));
    const write = async (file: string, text: string): Promise<void> => {
      await mkdir(dirname(join(tree, file)), { recursive: true });
      await writeFile(join(tree, file), text);
    };
    for (const target of TARGETS) await write(target, 'export const b = 1;\n');
    for (const [from, to] of [...PLANTED.map(([, ...edge]) => edge), ...ALLOWED]) {
      await write(
        from,
        to === ''
          ? 'export const alone = 1;\n'
          : `import * as imported from '${to}';\nexport { imported };\n`,
      );
    }
    await write(
      'lib/domain/cycle2.ts',
      "import * as imported from './cycle.ts';\nexport { imported };\n",
    );
    await write(
      DYNAMIC_IMPORTER,
      "export const load = () => import('../i18n/generated/page/fi.ts');\n",
    );
    await write('tsconfig.json', '{}');
    await write('package.json', '{"devDependencies": {"pngjs": "*"}}');
    await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
    const config: unknown = createRequire(import.meta.url)('./import-rules.cjs');
    violations = await findViolations(tree, config);
  });
  after(() => rm(tree, { recursive: true, force: true }));

  for (const [rule, from, to] of PLANTED) {
    it(`${rule} refuses ${from} → ${to === '' ? 'nothing' : to}`, () => {
      assert.ok(violations.includes(`${rule} ${from}`), `not among:\n${violations.join('\n')}`);
    });
  }

  it('allow the imports that adapters, charts, delivery, infra and the page need', () => {
    assert.deepEqual(
      violations.filter((violation) =>
        [DYNAMIC_IMPORTER, ...ALLOWED.map(([from]) => from)].some((file) =>
          violation.endsWith(` ${file}`),
        ),
      ),
      [],
    );
  });

  it('each have a planted violation', () => {
    const config: unknown = createRequire(import.meta.url)('./import-rules.cjs');
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

/** One text "rule file" for each violation in the tree. */
async function findViolations(tree: string, config: unknown): Promise<readonly string[]> {
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
