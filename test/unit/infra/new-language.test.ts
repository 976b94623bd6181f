// A new language needs files of texts and a line in languages.json, and no code.
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { checkTexts } from '../../../infra/texts/check-texts.ts';
import type * as Catalogues from '../../../lib/i18n/catalogues.ts';
import type * as Languages from '../../../lib/i18n/messages.ts';
import type * as PageLocalizations from '../../../lib/web/page-localization.ts';

// Modules of the copy, which have the same functions as ours.
const LanguagesModule = z.custom<typeof Languages>();
const CataloguesModule = z.custom<typeof Catalogues>();
const PageModule = z.custom<typeof PageLocalizations>();

const ROOT = resolve(import.meta.dirname, '../../..');

/** A made-up language in which few texts are translated. */
const TRANSLATED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  report: {
    highlights: 'Gravajxoj',
    responses: '{n, plural, one {{n, number} respondo} other {{n, number} respondoj}}',
  },
  signals: { states_better: 'Pli bona' },
  page: { shell_week: 'Semajno' },
  server: { openPdf: 'Malfermi' },
};

describe('a new language', () => {
  let copy = '';
  before(async () => {
    copy = await mkdtemp(join(tmpdir(), 'new-language-'));
    for (const path of ['lib/i18n', 'lib/domain', 'lib/web/page-localization.ts']) {
      await cp(join(ROOT, path), join(copy, path), { recursive: true });
    }
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const locales = join(copy, 'lib/i18n/locales');
    const languages = await readFile(join(locales, 'languages.json'), 'utf8');
    const line = '  "xq": { "name": "Kvazaŭa", "direction": "rtl", "complete": false }';
    await writeFile(join(locales, 'languages.json'), languages.replace(/\n\}/, `,\n${line}\n}`));
    await mkdir(join(locales, 'xq'));
    for (const [file, texts] of Object.entries(TRANSLATED)) {
      const content = JSON.stringify({ '@@locale': 'xq', ...texts });
      await writeFile(join(locales, `xq/${file}.json`), content);
    }
    const { problems, missing, generated } = await checkTexts(locales);
    assert.deepEqual(problems, []);
    assert.ok((missing.get('xq') ?? 0) > 700);
    for (const [path, content] of generated) {
      const target = join(copy, 'lib/i18n/generated', path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content);
    }
  });
  after(() => rm(copy, { recursive: true, force: true }));

  const addressOf = (path: string): string => pathToFileURL(join(copy, path)).href;

  it('is supported, with its own name and direction', async () => {
    const messages = LanguagesModule.parse(await import(addressOf('lib/i18n/messages.ts')));
    assert.equal(messages.languageOf('xq-FI'), 'xq');
    assert.equal(messages.LANGUAGES.at(-1), 'xq');
    assert.equal(messages.directionOf('xq'), 'rtl');
  });

  it('has its own texts in reports and messages, and English ones where they are missing', async () => {
    const { messagesFor, serverTextsFor } = CataloguesModule.parse(
      await import(addressOf('lib/i18n/catalogues.ts')),
    );
    const { highlights, responses, signals, alerts } = messagesFor('xq');
    assert.deepEqual([highlights, responses({ n: 2 })], ['Gravajxoj', '2 respondoj']);
    assert.deepEqual([signals.states.better, signals.states.still], ['Pli bona', 'Still low']);
    assert.equal(alerts, messagesFor('en').alerts);
    const { openPdf, unsubscribe } = serverTextsFor('xq');
    assert.deepEqual([openPdf, unsubscribe], ['Malfermi', 'Unsubscribe']);
  });

  it('has its own texts on the page, and English ones where they are missing', async () => {
    const { loadPageLocalization, selectLanguage } = PageModule.parse(
      await import(addressOf('lib/web/page-localization.ts')),
    );
    const { page } = await loadPageLocalization(selectLanguage(['xq']));
    assert.deepEqual([page.shell.week, page.list.places], ['Semajno', 'Places']);
  });
});
