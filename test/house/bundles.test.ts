// What is packed for Lambda runs by itself, holds what it should and nothing else, and is the same each time.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { bundleAll, FUNCTIONS, MAX_MODULE_BYTES } from '../../infra/bundle.ts';
import type { Packed } from '../../infra/bundle.ts';
import { bundleFunction, ROOT } from '../../infra/bundle-function.ts';
import { billOfMaterials, describePackages } from '../../infra/sbom.ts';
import { zip } from '../../infra/zip.ts';
import { packageFaults } from './template/packages.ts';
import { readZip } from './template/read-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
after(() => {
  rmSync(folder, { recursive: true });
});

/** Elsewhere than this project, so that nothing is found but what was packed. */
function unpack(name: string): string {
  const target = join(folder, 'unpacked', name);
  for (const { name: file, bytes } of readZip(readFileSync(join(folder, `${name}.zip`)))) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    writeFileSync(join(target, file), bytes);
  }
  return target;
}

/** As the template tells them; what is read is checked when a function is loaded, and nothing is called. */
const TOLD = {
  AWS_REGION: 'eu-west-1',
  FEEDBACK_API_URL: 'https://feedback.example.com',
  REPORTS_SECRET: 'feedback-reports/example',
  REPORT_STORE: 's3://example-feedback-reports',
  REPORTS_QUEUE_URL: 'https://sqs.eu-west-1.amazonaws.com/000000000000/jobs',
  REPORTS_PUBLIC_URL: 'https://reports.example.com',
  REPORTS_STAGE: 'example',
};

function run(cwd: string, script: string): string {
  const env = { PATH: '', TZ: 'UTC', ...TOLD };
  const args = ['--input-type=module', '--eval', script];
  return execFileSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
}

function besides(draws: boolean, serves: boolean): string {
  if (serves) return ', the page';
  return draws ? ', fonts and the colour profile' : '';
}

describe('the packages of the functions', () => {
  let packed: readonly Packed[] = [];
  before(async () => {
    packed = await bundleAll(folder);
  });

  for (const { name, draws, serves } of FUNCTIONS) {
    it(`${name} loads alone and has a handler`, () => {
      const kind = "import('./index.mjs').then((it) => process.stdout.write(typeof it.handler))";
      assert.equal(run(unpack(name), kind), 'function');
    });

    it(`${name} holds its module${besides(draws, serves)} and nothing else`, () => {
      const files = readZip(readFileSync(join(folder, `${name}.zip`)));
      assert.deepEqual(packageFaults(files, { draws, serves }), []);
      const has = (end: string): boolean => files.some((file) => file.name.endsWith(end));
      assert.deepEqual([has('.ttf'), has('.woff2')], [draws, serves]);
    });
  }

  it('have code below the limit', () => {
    for (const { name, bytes } of packed) assert.ok(bytes > 0 && bytes <= MAX_MODULE_BYTES, name);
  });

  it('leave the drawing to the function that draws', () => {
    const drawing = ['pdfkit', 'fontkit', '@expo-google-fonts/noto-sans'];
    for (const { name, packages } of packed) {
      const held = drawing.filter((one) => packages.includes(one));
      assert.deepEqual(held, name === 'make-report' ? drawing : [], name);
    }
  });

  it('leave the page to the function that serves it', () => {
    const shown = ['@fontsource/noto-sans', 'preact'];
    for (const { name, packages } of packed) {
      const held = shown.filter((one) => packages.includes(one));
      assert.deepEqual(held, name === 'reports-api' ? shown : [], name);
    }
  });

  it('never hold the feedback service or the commands', () => {
    for (const { name } of FUNCTIONS) {
      const code = readFileSync(join(folder, name, 'index.mjs'), 'utf8');
      assert.doesNotMatch(code, /cli-progress|tokenSha256/, name);
    }
  });

  it('ship packages whose licences allow it, and an HTTP client without known holes', () => {
    const shipped = describePackages(packed.flatMap(({ packages }) => packages));
    const refused = shipped.filter(({ name, licence }) => !isAllowed(LICENCES[name] ?? licence));
    assert.deepEqual(
      refused.map(({ name, licence }) => `${name}: ${licence ?? 'none'}`),
      [],
    );
    const undici = shipped
      .find(({ name }) => name === 'undici')
      ?.version.split('.')
      .map(Number);
    const [major = 0, minor = 0, patch = 0] = undici ?? [];
    // GHSA-g9mf-h72j-4rw9
    assert.ok(major * 1e6 + minor * 1e3 + patch >= 7_018_002);
  });

  it('are listed in the bill of materials, each with version, licence and hash', () => {
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
    const wanted = [...new Set(packed.flatMap(({ packages }) => packages))].sort();
    assert.deepEqual(
      components.map(({ name }) => name),
      wanted,
    );
    assert.equal(
      billOfMaterials(describePackages(wanted)),
      readFileSync(join(folder, 'sbom.json'), 'utf8'),
    );
  });
});

/** Packages that do not say in package.json what their LICENSE file says. */
const LICENCES: Readonly<Record<string, string>> = { 'png-js': 'MIT' };
const ALLOWED = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'OFL-1.1',
];

function isAllowed(licence: string | null): boolean {
  return licence !== null && licence.split(' AND ').every((one) => ALLOWED.includes(one));
}

describe('a bundle', () => {
  it('that draws makes a whole PDF far from any package, in many writings', async () => {
    const entry = join(folder, 'drawing.ts');
    writeFileSync(entry, DRAWING);
    await bundleFunction({ entry, folder: join(folder, 'drawing'), draws: true });
    const script =
      "import('./index.mjs').then(async (it) => process.stdout.write(await it.draw()))";
    assert.match(run(join(folder, 'drawing'), script), /^%PDF-1\.7 \d{5,} bytes$/);
  });

  it('is refused when it would look for something at run time', async () => {
    const entry = join(folder, 'stranger.ts');
    writeFileSync(entry, "import 'https://example.com/stranger.js'; export const handler = 1;\n");
    await assert.rejects(
      bundleFunction({ entry, folder: join(folder, 'stranger'), draws: false }),
      /would look for https:\/\/example\.com\/stranger\.js at run time/,
    );
  });
});

/** A function that makes the PDF of a report whose name needs fonts of several families. */
const DRAWING = `
import { jsonRenderer } from '${ROOT}/lib/adapters/json/index.ts';
import { pdfRenderer } from '${ROOT}/lib/adapters/pdf/index.ts';
import { storeReport } from '${ROOT}/test/support/reports.ts';
export async function draw() {
  const made = storeReport();
  const report = { ...made, folder: { ...made.folder, name: '東京 متجر ร้าน 한국 🙂 Å' } };
  const json = await jsonRenderer().render(report);
  const { bytes } = await pdfRenderer({ locale: 'fi', paper: 'A4' }).render(report, json);
  return Buffer.from(bytes).toString('latin1', 0, 8) + ' ' + bytes.length + ' bytes';
}
`;

describe('a zip archive', () => {
  const files = [
    { name: 'index.mjs', bytes: Buffer.from('export const handler = 1;'.repeat(100)) },
    { name: 'data/ä.icc', bytes: new Uint8Array() },
  ];

  it('gives back what was put in, in the order of names', async () => {
    const read = readZip(await zip(files));
    assert.deepEqual(
      read.map(({ name }) => name),
      ['data/ä.icc', 'index.mjs'],
    );
    assert.equal(Buffer.from(read[1]?.bytes ?? []).compare(files[0]?.bytes ?? Buffer.of()), 0);
  });

  it('has the same bytes each time, whatever the order of files', async () => {
    assert.equal((await zip(files)).compare(await zip([...files].reverse())), 0);
  });
});

describe('the rules on packages (S16)', () => {
  const plain = { draws: false, serves: false };
  const good = [{ name: 'index.mjs', bytes: Buffer.from('export const handler = 1;') }];

  it('let a lone module pass', () => {
    assert.deepEqual(packageFaults(good, plain), []);
  });

  const planted: readonly (readonly [string, string, string])[] = [
    ['a source map', 'index.mjs.map', '{}'],
    ['a package', 'node_modules/x/index.js', ''],
    ['settings', '.env', 'A=1'],
    ['fonts that are not drawn with', 'NotoSans_400Regular.ttf', ''],
    [
      'a source map inside',
      'index.mjs',
      '1;\n//# sourceMappingURL=data:application/json;base64,e30=',
    ],
    ['an access key', 'index.mjs', `const key = "AKIA${'A'.repeat(16)}"`],
    ['a private key', 'index.mjs', '-----BEGIN PRIVATE KEY-----'],
    ['a standard font asked for', 'index.mjs', "require('#standard-fonts/Helvetica')"],
    ['a page where none is served', 'page/main-ABCD1234.js', ''],
    ['a page’s source map', 'page/styles-ABCD1234.css.map', '{}'],
    ['a page’s source', 'page/styles.css', ''],
    ['a source map in a page', 'page/styles-ABCD1234.css', '/*# sourceMappingURL=x.map */'],
    ['the folder it was made in', 'index.mjs', `const at = "${ROOT}"`],
  ];
  for (const [title, name, text] of planted) {
    it(`would find ${title}`, () => {
      const files = [
        ...good.filter((file) => file.name !== name),
        { name, bytes: Buffer.from(text) },
      ];
      assert.equal(
        packageFaults(files, { ...plain, serves: !title.endsWith('where none is served') }).length,
        1,
      );
    });
  }
});
