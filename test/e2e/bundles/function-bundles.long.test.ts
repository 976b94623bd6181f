// The packages for Lambda run without node_modules, contain only the intended files, and are reproducible.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { before, describe, it } from 'node:test';
import { z } from 'zod';
import type { BundledFunction } from '../../../infra/bundle.ts';
import { FUNCTION_BUNDLES, MAX_MODULE_BYTES, zip, billOfMaterials } from '../../../infra/bundle.ts';
import { bundleFunction, ROOT } from '../../../infra/bundle-function.ts';
import { mapStack } from '../../../infra/map-stack.ts';
import { describePackages } from '../../../lib/adapters/page-bundle/index.ts';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../lib/adapters/pdf/index.ts';
import { release } from '../../../lib/composition/release.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { deploymentPackages, PACKAGES_FOLDER } from '../../support/deployment-packages.ts';
import { createStoreReport } from '../../support/test-reports.ts';
import { packageFaults } from '../../integration/template/package-rules.ts';
import { readZip } from '../../integration/template/read-zip.ts';

const folder = PACKAGES_FOLDER;

/** Outside the project, so that only packed files can be loaded. */
function unpack(name: string): string {
  const target = join(folder, 'unpacked', name);
  for (const { name: file, bytes } of readZip(readFileSync(join(folder, `${name}.zip`)))) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    writeFileSync(join(target, file), bytes);
  }
  return target;
}

/** Settings as in the template. Functions check them when they are loaded; no service is called. */
const SETTINGS = {
  AWS_REGION: 'eu-west-1',
  FEEDBACK_API_URL: 'https://feedback.example.com',
  REPORTS_SECRET: 'feedback-reports/example',
  REPORTS_STORE: 's3://example-feedback-reports',
  REPORTS_QUEUE_URL: 'https://sqs.eu-west-1.amazonaws.com/000000000000/jobs',
  REPORTS_DELIVERY_QUEUE_URL: 'https://sqs.eu-west-1.amazonaws.com/000000000000/deliveries',
  REPORTS_PUBLIC_URL: 'https://reports.example.com',
  REPORTS_MAIL: 'ses',
  REPORTS_MAIL_FROM: 'reports@example.com',
  REPORTS_STAGE: 'example',
};

function run(cwd: string, script: string): string {
  const env = { PATH: '', TZ: 'UTC', ...SETTINGS };
  const args = ['--input-type=module', '--eval', script];
  return execFileSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
}

/** Properties of a loaded function and of the process. */
const LOADED = `const before = new Set(process.moduleLoadList);
import('./index.mjs').then(({ handler }) => {
  const loaded = process.moduleLoadList.filter((one) => !before.has(one));
  process.stdout.write(JSON.stringify({ kind: typeof handler, loaded }));
})`;
const Loaded = z.object({ kind: z.string(), loaded: z.array(z.string()) });

function besides(draws: boolean, serves: boolean): string {
  return [...(draws ? [', fonts and HarfBuzz'] : []), ...(serves ? [', the page'] : [])].join('');
}

describe('the packages of the functions', () => {
  let packed: readonly BundledFunction[] = [];
  before(async () => {
    packed = await deploymentPackages();
  });

  for (const { name, rendersPdf: draws, servesPage: serves } of FUNCTION_BUNDLES) {
    it(`${name} loads without other files, has a handler, and does not load Node's fetch client`, () => {
      const { kind, loaded } = Loaded.parse(JSON.parse(run(unpack(name), LOADED)));
      assert.equal(kind, 'function');
      assert.deepEqual(
        loaded.filter((modulePath) => modulePath.includes('deps/undici')),
        [],
      );
    });

    it(`${name} contains its module${besides(draws, serves)} and nothing else`, () => {
      const files = readZip(readFileSync(join(folder, `${name}.zip`)));
      assert.deepEqual(packageFaults(files, { draws, serves }), []);
      const has = (end: string): boolean => files.some((file) => file.name.endsWith(end));
      assert.deepEqual([has('.ttf'), has('.woff2')], [draws, serves]);
    });
  }

  it('contain every file of their folders, with the same bytes', () => {
    for (const { name } of FUNCTION_BUNDLES) {
      const source = join(folder, name);
      const paths = readdirSync(source, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(source, join(entry.parentPath, entry.name)));
      const packedFiles = readZip(readFileSync(join(folder, `${name}.zip`)));
      assert.deepEqual(packedFiles.map((file) => file.name).toSorted(), paths.toSorted(), name);
      for (const file of packedFiles) {
        const bytes = readFileSync(join(source, file.name));
        assert.equal(bytes.compare(Buffer.from(file.bytes)), 0, `${name}: ${file.name}`);
      }
    }
  });

  it('contain the licence text of every package in them, and of no other package', () => {
    for (const { name, packages } of packed) {
      const files = readZip(readFileSync(join(folder, `${name}.zip`)));
      const noticesFile = files.find((file) => file.name === 'THIRD-PARTY-NOTICES.txt');
      const notices = Buffer.from(noticesFile?.bytes ?? []).toString('utf8');
      assert.deepEqual(packagesNamedIn(notices), packages, name);
      for (const packageName of packages) {
        for (const text of licenceTextsOf(packageName))
          assert.ok(notices.includes(text), packageName);
      }
    }
  });

  it('contain a standard licence text with the author for a package without a licence file', () => {
    const notices = readFileSync(join(folder, 'reports-api', 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    assert.deepEqual(licenceTextsOf('@hono/zod-openapi'), []);
    assert.match(
      notices,
      /zod-openapi 1[^]{0,200}?\nMIT License\n\nCopyright \(c\) Yusuke Wada\n\nPermission is hereby granted/,
    );
  });

  it('have source maps beside them, which map the stack of a log line to the source', () => {
    const { REPORTS_SECRET: _, ...settings } = SETTINGS;
    // What a function logs of an error: Node's line about it is not needed.
    const script = `import('./index.mjs').catch(({ stack }) => {
      const frames = stack.split('\\n').filter((line) => /^ +at /.test(line)).map((line) => line.trim());
      console.log('2026-11-16T18:00:00Z ' + JSON.stringify({
        function: 'authorizer', code: 'BUG', error: 'Failure', release: '0.0.1', stack: frames.join(' | '),
      }));
    });`;
    const env = { PATH: '', ...settings };
    const line = execFileSync(process.execPath, ['--eval', script], {
      cwd: unpack('authorizer'),
      env,
      encoding: 'utf8',
    });
    const [title, warning, ...frames] = (mapStack(line, folder) ?? '').split('\n');
    assert.equal(title, 'authorizer Failure 0.0.1');
    assert.match(warning ?? '', new RegExp(`maps are of ${RegExp.escape(release())}:`));
    const source = 'lib/composition/aws/function-context.ts';
    const thrown = readFileSync(join(ROOT, source), 'utf8').split('\n');
    const at = thrown.findIndex((text) => text.includes("new Failure('CONFIG_INVALID'"));
    assert.match(
      frames[0] ?? '',
      new RegExp(`^ {2}at openFunctionContext \\(${source}:${at + 1}:\\d+\\)$`),
    );
    assert.match(frames.join('\n'), /functions\/authorizer\/index\.ts:\d+:\d+/);
    assert.equal(mapStack('{"message":"week planned"}', folder), null);
  });

  it('each package is smaller than the limit', () => {
    for (const { name, bytes } of packed) assert.ok(bytes > 0 && bytes <= MAX_MODULE_BYTES, name);
  });

  it('contain PDF code only in the functions that render PDFs', () => {
    const drawing = ['pdfkit', 'harfbuzzjs', '@expo-google-fonts/noto-sans'];
    for (const { name, packages } of packed) {
      const heldPackages = drawing.filter((packageName) => packages.includes(packageName));
      const renders = ['make-report', 'send-message', 'reports-api'].includes(name);
      assert.deepEqual(heldPackages, renders ? drawing : [], name);
    }
  });

  it('read credentials from the environment, and contain no other provider', () => {
    const ways = packed.flatMap(({ packages }) =>
      packages.filter((packageName) => packageName.startsWith('@aws-sdk/credential-provider-')),
    );
    assert.deepEqual(
      [...new Set(ways)]
        .map((packageName) => packageName.slice('@aws-sdk/credential-provider-'.length))
        .sort(),
      // What remote credentials come by in a container is asked for by the chain of providers itself.
      ['env', 'http', 'node'],
    );
  });

  it('contain the page only in the function that serves it', () => {
    const pagePackages = ['@fontsource/noto-sans', 'preact'];
    for (const { name, packages } of packed) {
      const heldPackages = pagePackages.filter((packageName) => packages.includes(packageName));
      assert.deepEqual(heldPackages, name === 'reports-api' ? pagePackages : [], name);
    }
  });

  it('never contain the feedback service or the commands', () => {
    for (const { name } of FUNCTION_BUNDLES) {
      const code = readFileSync(join(folder, name, 'index.mjs'), 'utf8');
      assert.doesNotMatch(code, /cli-progress|tokenSha256/, name);
    }
  });

  it('load Node’s built-in modules only by `require`, also on first use', () => {
    for (const { name } of FUNCTION_BUNDLES) {
      const code = readFileSync(join(folder, name, 'index.mjs'), 'utf8');
      const imported = [...code.matchAll(/\b(?:from|import)\s*\(?["']([\w:/]+)["']/g)].map(
        ([, module = '']) => module,
      );
      assert.deepEqual(imported.filter(isBuiltin), ['node:module'], name);
    }
  });

  it('contain the messages of zod in English', () => {
    const code = readFileSync(join(folder, 'make-report', 'index.mjs'), 'utf8');
    assert.match(code, /Invalid input: expected/);
    assert.doesNotMatch(code, /Ongeldige invoer/);
  });

  it('contain the libraries of the HTTP routes only in the function that serves them', () => {
    const routing = ['hono', '@hono/zod-openapi'];
    for (const { name, packages } of packed) {
      const contained = routing.filter((packageName) => packages.includes(packageName));
      assert.deepEqual(contained, name === 'reports-api' ? routing : [], name);
    }
  });

  it('have schemas that generate no code', () => {
    for (const { name } of FUNCTION_BUNDLES) {
      assert.match(readFileSync(join(folder, name, 'index.mjs'), 'utf8'), /jitless:!0/, name);
    }
  });

  it('contain packages with permitted licences, and an HTTP client without known vulnerabilities', () => {
    const shippedPackages = describePackages(packed.flatMap(({ packages }) => packages));
    const refusedPackages = shippedPackages.filter(
      ({ name, licence }) => !isAllowed(LICENCES[name] ?? licence),
    );
    assert.deepEqual(
      refusedPackages.map(({ name, licence }) => `${name}: ${licence ?? 'none'}`),
      [],
    );
    const undici = shippedPackages
      .find(({ name }) => name === 'undici')
      ?.version.split('.')
      .map(Number);
    const [major = 0, minor = 0, patch = 0] = undici ?? [];
    // GHSA-g9mf-h72j-4rw9
    assert.ok(major * 1e6 + minor * 1e3 + patch >= 7_018_002);
  });

  it('the bill of materials lists each with version, licence and hash', () => {
    const Bill = z.object({
      bomFormat: z.literal('CycloneDX'),
      components: z.array(
        z.object({
          name: z.string(),
          version: z.string().min(1),
          hashes: z.array(z.unknown()).length(1),
        }),
      ),
    });
    const { components } = Bill.parse(JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8')));
    const packageNames = [...new Set(packed.flatMap(({ packages }) => packages))].sort();
    assert.deepEqual(
      components.map(({ name }) => name),
      packageNames,
    );
    assert.equal(
      billOfMaterials(describePackages(packageNames)),
      readFileSync(join(folder, 'sbom.json'), 'utf8'),
    );
  });
});

/** The licence files of a package. */
function licenceTextsOf(name: string): readonly string[] {
  const at = join(ROOT, 'node_modules', name);
  return readdirSync(at)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .map((file) => readFileSync(join(at, file), 'utf8').trim());
}

/** A package is named at the start of a line, with version and licence. */
function packagesNamedIn(notices: string): readonly string[] {
  return [...notices.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) \d+\.\d+\.\d+\S* \(.+\)$/gm)]
    .map(([, name = '']) => name)
    .toSorted();
}

/** Licences of packages whose package.json does not name them. */
const LICENCES: Readonly<Record<string, string>> = { 'png-js': 'MIT' };
const ALLOWED = [
  'MIT',
  'BlueOak-1.0.0',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'OFL-1.1',
];

function isAllowed(licence: string | null): boolean {
  return licence !== null && licence.split(' AND ').every((part) => ALLOWED.includes(part));
}

describe('a bundle', () => {
  describe('that renders PDFs, outside the project', () => {
    before(async () => {
      const entry = join(folder, 'drawing.ts');
      writeFileSync(entry, DRAWING);
      await bundleFunction({ entry, folder: join(folder, 'drawing'), rendersPdf: true });
    });

    const nameCases: readonly (readonly [string, string, readonly string[]])[] = [
      ['Latin letters', 'Älvsjö › Łódź fi', ['sans']],
      ['several scripts', '東京 متجر ร้าน 한국 🙂 Å', ['arabic', 'emoji', 'korean', 'sans', 'thai']],
    ];
    for (const [title, name, families] of nameCases) {
      it(`renders the same bytes as the source code for ${title}`, async () => {
        const script = `import('./index.mjs').then(async (it) => process.stdout.write(await it.draw('${name}')))`;
        const { pdf, opened } = Drawn.parse(JSON.parse(run(join(folder, 'drawing'), script)));
        const report = reportOf(name);
        const json = await jsonRenderer().render(report);
        const { bytes } = await pdfRenderer({ locale: 'fi', paper: 'A4' }).render(report, json);
        assert.equal(Buffer.from(pdf, 'base64').compare(bytes), 0);
        assert.deepEqual(
          [...new Set(opened.map((fontPath) => fontPath.split(' ')[0]))].sort(),
          families,
        );
      });
    }
  });

  it('is refused when it would load a missing module at run time', async () => {
    const entry = join(folder, 'stranger.ts');
    writeFileSync(entry, "import 'https://example.com/stranger.js'; export const handler = 1;\n");
    await assert.rejects(
      bundleFunction({ entry, folder: join(folder, 'stranger'), rendersPdf: false }),
      /would look for https:\/\/example\.com\/stranger\.js at run time/,
    );
  });
});

/** Source of a function that renders a report with the given folder name. */
const DRAWING = `
import { jsonRenderer } from '${ROOT}/lib/adapters/json/index.ts';
import { pdfRenderer } from '${ROOT}/lib/adapters/pdf/index.ts';
import { openedFontNames } from '${ROOT}/lib/adapters/pdf/fonts/open-fonts.ts';
import { createStoreReport } from '${ROOT}/test/support/test-reports.ts';
export async function draw(name) {
  const made = createStoreReport();
  const report = { ...made, folder: { ...made.folder, name } };
  const json = await jsonRenderer().render(report);
  const { bytes } = await pdfRenderer({ locale: 'fi', paper: 'A4' }).render(report, json);
  return JSON.stringify({ pdf: Buffer.from(bytes).toString('base64'), opened: openedFontNames() });
}
`;
const Drawn = z.object({ pdf: z.string(), opened: z.array(z.string()) });

function reportOf(name: string): Report {
  const report = createStoreReport();
  return { ...report, folder: { ...report.folder, name } };
}

describe('a zip archive', () => {
  const files = [
    { name: 'index.mjs', bytes: Buffer.from('export const handler = 1;'.repeat(100)) },
    { name: 'data/ä.icc', bytes: new Uint8Array() },
  ];

  it('contains the files in the order of their names', () => {
    const packedFiles = readZip(Buffer.from(zip(files)));
    assert.deepEqual(
      packedFiles.map(({ name }) => name),
      ['data/ä.icc', 'index.mjs'],
    );
    assert.equal(
      Buffer.from(packedFiles[1]?.bytes ?? []).compare(files[0]?.bytes ?? Buffer.of()),
      0,
    );
  });

  it('has the same bytes for any order of files', () => {
    assert.deepEqual(zip(files), zip([...files].reverse()));
  });
});

describe('the rules on packages (S16)', () => {
  const plainRules = { draws: false, serves: false };
  const good = [{ name: 'index.mjs', bytes: Buffer.from('export const handler = 1;') }];

  it('accept a single module', () => {
    assert.deepEqual(packageFaults(good, plainRules), []);
  });

  const plantedFiles: readonly (readonly [string, string, string])[] = [
    ['a source map', 'index.mjs.map', '{}'],
    ['a package', 'node_modules/x/index.js', ''],
    ['settings', '.env', 'A=1'],
    ['fonts in a function without PDFs', 'NotoSans_400Regular.ttf', ''],
    ['HarfBuzz in a function without PDFs', 'harfbuzz.wasm', ''],
    [
      'a source map inside',
      'index.mjs',
      '1;\n//# sourceMappingURL=data:application/json;base64,e30=',
    ],
    ['an access key', 'index.mjs', `const key = "AKIA${'A'.repeat(16)}"`],
    ['a private key', 'index.mjs', '-----BEGIN PRIVATE KEY-----'],
    ['a standard font of pdfkit', 'index.mjs', "require('#standard-fonts/Helvetica')"],
    ['a page where none is served', 'page/main-ABCD1234.js', ''],
    ['notices of a page where none is served', 'page/notices-ABCD1234.txt', ''],
    ['a page’s source map', 'page/styles-ABCD1234.css.map', '{}'],
    ['a page’s source', 'page/styles.css', ''],
    ['a source map in a page', 'page/styles-ABCD1234.css', '/*# sourceMappingURL=x.map */'],
    ['the path of the build folder', 'index.mjs', `const at = "${ROOT}"`],
  ];
  for (const [title, name, text] of plantedFiles) {
    it(`report ${title}`, () => {
      const files = [
        ...good.filter((file) => file.name !== name),
        { name, bytes: Buffer.from(text) },
      ];
      assert.equal(
        packageFaults(files, { ...plainRules, serves: !title.endsWith('where none is served') })
          .length,
        1,
      );
    });
  }
});
