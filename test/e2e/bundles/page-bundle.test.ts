// The built report library: size limit, reproducible bytes, languages loaded on demand, and reading it from a folder.
import assert from 'node:assert/strict';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buttonShades, colours, compareColours, heatShades } from '../../../lib/charts/theme.ts';
import { readPage, writePage } from '../../../lib/http/page-files.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import type { BuiltPage, PageSource } from '../../../lib/adapters/page-bundle/index.ts';
import { buildPage, MAX_FIRST_SCRIPT_BYTES } from '../../../lib/adapters/page-bundle/index.ts';
import { ROOT } from '../../../infra/bundle-function.ts';
import { createRandom } from '../../support/test-reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'page-'));
after(() => {
  rmSync(folder, { recursive: true });
});

/** A page with this script. */
function source(script: string, style = 'body{margin:0}'): PageSource {
  const here = mkdtempSync(join(folder, 'source-'));
  symlinkSync(join(ROOT, 'node_modules'), join(here, 'node_modules'));
  const files = { script: join(here, 'main.tsx'), style: join(here, 'styles.css') };
  writeFileSync(files.script, script);
  writeFileSync(files.style, style);
  writeFileSync(join(here, 'later.ts'), 'export const later = "a word of another language";\n');
  return { ...files, icon: join(ROOT, 'lib/web/icon.svg'), fonts: [] };
}

describe('the built page', () => {
  let page: BuiltPage;
  before(async () => {
    page = await buildPage();
  });

  it('has the same names and bytes each time', async () => {
    assert.deepEqual(await buildPage(), page);
  });

  it('keeps its first script below the limit', () => {
    const { script, imported } = page.first;
    const bytes = [script, ...imported].map(
      (name) => gzipSync(page.files.get(name)?.bytes ?? assert.fail(), { level: 9 }).length,
    );
    const sum = bytes.reduce((total, size) => total + size, 0);
    assert.equal(page.firstScriptBytes, sum);
    assert.ok(sum <= MAX_FIRST_SCRIPT_BYTES, `${sum} bytes`);
  });

  it('loads each language on demand, English too, with parsed texts and no comments', () => {
    const first = [page.first.script, ...page.first.imported];
    const scripts = [...page.files.keys()].filter((name) => name.endsWith('.js'));
    const scriptsWith = (text: string): readonly string[] =>
      scripts.filter((name) => unescaped(page.files.get(name)?.bytes).includes(text));
    for (const language of LANGUAGES) {
      const catalogue = join(ROOT, 'lib/i18n/locales', language, 'page.json');
      const text = /"shell_skip": "([^"]+)"/.exec(readFileSync(catalogue, 'utf8'))?.[1] ?? '';
      const [chunk = '', ...otherChunks] = scriptsWith(text);
      assert.ok(chunk !== '' && otherChunks.length === 0, language);
      assert.ok(!first.includes(chunk), language);
    }
    for (const text of [', plural, ', 'The heading of the column is the verdict']) {
      assert.deepEqual(scriptsWith(text), [], text);
    }
  });

  it('uses only its own fonts and loads nothing from other servers', () => {
    const names = [...page.files.keys()];
    assert.equal(names.filter((name) => name.endsWith('.woff2')).length, 8);
    const style = textOf(page.files.get(page.first.style)?.bytes ?? assert.fail());
    for (const [, address = ''] of style.matchAll(/url\(["']?([^"')]+)/g)) {
      assert.ok(names.includes(address.replace(/^\.\//, '')), address);
    }
    assert.doesNotMatch(style, /@import/);
  });

  it('defines every colour of the charts and every other variable that its styles use', () => {
    const style = textOf(page.files.get(page.first.style)?.bytes ?? assert.fail());
    const shades = Object.keys({ ...colours, ...buttonShades, ...heatShades });
    const used = [...style.matchAll(/var\(--([\w-]+)/g)].map(([, name = '']) => name);
    const compared = compareColours.map((_, i) => `compare${i + 1}`);
    // Elements set those of their own rows.
    const own = ['places', 'rows', 'slim', 'tall'];
    for (const name of [...shades, ...compared, ...used])
      assert.ok(own.includes(name) || new RegExp(`[;{]--${name}:`).test(style), name);
    assert.match(style, /--bad:light-dark\(#a51c30,#ff9499\)/);
  });

  it('contains the licence texts of its packages in a file that script and style refer to', () => {
    const servedText = (name: string): string =>
      textOf(page.files.get(name)?.bytes ?? assert.fail(`${name} is not served`));
    const [script, style] = [servedText(page.first.script), servedText(page.first.style)];
    const [comment = '', name = ''] =
      /\/\*! Third-party notices: (notices-[A-Z0-9]{8}\.txt) \*\/\n$/.exec(script) ?? [];
    assert.ok(comment !== '' && style.endsWith(comment));
    assert.equal(page.files.get(name)?.contentType, 'text/plain; charset=utf-8');
    const notices = servedText(name);
    assert.ok(page.packages.includes('preact') && page.packages.includes('@fontsource/noto-sans'));
    for (const packageName of page.packages) {
      const packageFolder = join(ROOT, 'node_modules', packageName);
      const licence = readdirSync(packageFolder).find((file) => /^LICENSE/.test(file)) ?? '';
      const text = readFileSync(join(packageFolder, licence), 'utf8').trim();
      assert.ok(notices.includes(text), packageName);
    }
  });

  it('is the same after writing and reading it', async () => {
    const at = join(folder, 'written');
    await writePage(at, page);
    const { files, first } = await readPage(at);
    assert.deepEqual({ files, first }, { files: page.files, first: page.first });
    assert.ok(readdirSync(at).every((name) => !name.endsWith('.map')));
  });
});

describe('a page', () => {
  it('is refused when its first script is too large', async () => {
    const random = createRandom(7);
    const noise = Array.from({ length: 40_000 }, () => random().toString(36).slice(2, 7)).join('');
    const big = `globalThis.noise = ${JSON.stringify(noise)};`;
    await assert.rejects(buildPage(source(big)), /first script has \d+ bytes gzipped, over 80000/);
  });

  it('may load more script on demand', async () => {
    const { files, first } = await buildPage(
      source("document.onclick = () => import('./later.ts').then(console.log);"),
    );
    const later = [...files.keys()].filter((name) => name.startsWith('later-'));
    assert.equal(later.length, 1);
    assert.deepEqual(first.imported, []);
  });

  it('has parsed texts on systems with backslashes in paths, too', async () => {
    const windowsPath = String.raw`C:\lib\i18n\locales\en\page.json`;
    const page = source(
      `import texts from './${windowsPath.replaceAll('\\', '\\\\')}'; console.log(texts);`,
    );
    writeFileSync(join(dirname(page.script), windowsPath), '{"text": "{count} reports"}');
    const { files, first } = await buildPage(page);
    assert.match(textOf(files.get(first.script)?.bytes ?? assert.fail()), /value:"count"/);
  });

  it('is refused when it would load files from another server', async () => {
    await assert.rejects(
      buildPage(source('', "@import 'https://example.com/a.css';")),
      /example\.com/,
    );
  });
});

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

/** A script's text; esbuild writes characters outside ASCII as escapes. */
function unescaped(bytes: Uint8Array = new Uint8Array()): string {
  return textOf(bytes).replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/gi, (_, long, short) =>
    String.fromCharCode(Number.parseInt(String(long ?? short), 16)),
  );
}
