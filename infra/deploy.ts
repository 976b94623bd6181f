// Deploys a stage, packages it, rolls it back or removes it: checks the parameters, bundles, and hands over to osls.
// It hides where parameters come from and how osls is told.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleAll } from './bundle.ts';
import { ROOT } from './bundle-function.ts';
import { checkParameters, PARAMETERS } from './parameters.ts';

const HELP = `npm run deploy -- --stage STAGE [--region REGION] [--param NAME=VALUE]… [--verbose]
npm run deploy -- --stage STAGE --list                  what was deployed before, by timestamp
npm run deploy -- --stage STAGE --rollback TIMESTAMP    goes back to one of these
npm run deploy -- --stage STAGE --remove                removes all but the buckets
npm run package -- [--stage STAGE] …                    the template lands in .serverless/; no account needed

Parameters of a stage are kept in infra/stages/STAGE.json; --param goes before. Of these
${Object.entries(PARAMETERS)
  .map(
    ([name, { required, mustBe }]) =>
      `  ${name.padEnd(14)} ${required === true ? '(required) ' : ''}${mustBe}`,
  )
  .join('\n')}
`;

const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    region: { type: 'string' },
    param: { type: 'string', multiple: true, default: [] },
    package: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    rollback: { type: 'string' },
    remove: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
process.exitCode = values.help ? help() : await run();

function help(): number {
  process.stdout.write(HELP);
  return 0;
}

async function run(): Promise<number> {
  const stage = values.stage ?? (values.package ? 'example' : '');
  const defaults = readTexts('infra/defaults.json');
  const { parameters, problems } = checkParameters(
    { ...readTexts(`infra/stages/${stage}.json`), ...fromArguments(values.param) },
    defaults,
  );
  const all = [...stageProblems(stage, values.package), ...problems];
  if (all.length > 0) {
    process.stderr.write('Nothing was done:\n');
    for (const problem of all) process.stderr.write(`  ${problem}\n`);
    process.stderr.write(
      `Write parameters to infra/stages/${stage === '' ? 'STAGE' : stage}.json `,
    );
    process.stderr.write('or give them as --param NAME=VALUE; --help lists them.\n');
    return 2;
  }
  const command = osls();
  if (command.bundles) {
    for (const { name, zipBytes } of await bundleAll(join(ROOT, 'dist'))) {
      process.stdout.write(`${name}: ${(zipBytes / 1024).toFixed(0)} KiB\n`);
    }
  }
  const { status } = spawnSync(
    process.execPath,
    [
      fileURLToPath(import.meta.resolve('osls/bin/serverless.js')),
      ...command.words,
      ...['--stage', stage],
      ...(values.region === undefined ? [] : ['--region', values.region]),
      ...(values.verbose ? ['--verbose'] : []),
      ...Object.entries(parameters).map(([name, value]) => `--param=${name}=${value}`),
    ],
    { cwd: ROOT, stdio: 'inherit' },
  );
  return status ?? 1;
}

/** What osls is asked to do, and whether it needs the packages for it. */
function osls(): { readonly words: readonly string[]; readonly bundles: boolean } {
  if (values.package) return { words: ['package'], bundles: true };
  if (values.list) return { words: ['deploy', 'list'], bundles: false };
  if (values.remove) return { words: ['remove'], bundles: false };
  if (values.rollback !== undefined) {
    return { words: ['rollback', '--timestamp', values.rollback], bundles: false };
  }
  return { words: ['deploy'], bundles: true };
}

function stageProblems(stage: string, isPackagedOnly: boolean): readonly string[] {
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(stage)) {
    return ['--stage must be given: lower-case letters, digits and hyphens, e.g. prod'];
  }
  return stage === 'example' && !isPackagedOnly ? ['the example stage is not for deploying'] : [];
}

function readTexts(path: string): Readonly<Record<string, string>> {
  const file = join(ROOT, path);
  if (!existsSync(file)) return {};
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof parsed !== 'object' || parsed === null) throw new Error(`${path} is no JSON object`);
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]));
}

function fromArguments(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const [name = '', ...rest] = text.split('=');
      return [name, rest.join('=')];
    }),
  );
}
