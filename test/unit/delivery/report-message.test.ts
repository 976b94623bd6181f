// The message about a report: its view, its notices and its links.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MessageOptions } from '../../../lib/delivery/delivery-context.ts';
import { MESSAGE_COMPOSER } from '../../../lib/delivery/message-composer.ts';
import { createReportMessage } from '../../../lib/delivery/report-message.ts';
import type { ReportMessage } from '../../../lib/ports/message.ts';
import { createTestMessage, MESSAGE_CASES } from '../../support/message-cases.ts';

const FOOTER = { unsubscribeUrl: null, isPersonal: false, hasPdf: false };

function messageOf(name: string, options: Partial<MessageOptions> = {}): ReportMessage {
  const messageCase = MESSAGE_CASES.get(name) ?? assert.fail(name);
  return createTestMessage(messageCase, 'en', options).message;
}

describe('a message', () => {
  it('says of a partial report that another message may follow, and of an update what is new', () => {
    assert.match(messageOf('a partial store').notices.join(), /^If the missing data change /);
    assert.match(messageOf('a store that rose, now complete').notices.join(), / now complete;/);
    assert.deepEqual(messageOf('a store that fell').notices, []);
  });

  it('asks who takes on the place that lost most, on a page that asks', () => {
    const { view, takeOnLink } = messageOf('a company');
    assert.ok(view.kind === 'folder');
    const [first = assert.fail()] = view.sections[0]?.rows ?? [];
    assert.equal(takeOnLink?.folder, first.folder);
    assert.equal(
      takeOnLink.url,
      `https://reports.example.com/#/2026-W46/${String(first.folder)}?take=1`,
    );
    // Also without access links, when places open as PDFs.
    const url = 'https://reports.example.com/d/TOKEN';
    const placeUrls = new Map([[first.folder, url]]);
    assert.equal(messageOf('a company', { placeUrls }).takeOnLink?.url, takeOnLink.url);
    assert.equal(takeOnLink.longText, `Take on ${first.name}`);
    const pageUrl = 'https://reports.example.com/#/2026-W46/41?access=TOKEN';
    // An access link only reads: who is signed in is asked.
    assert.equal(
      messageOf('a store that fell', { pageUrl }).takeOnLink?.url,
      'https://reports.example.com/#/2026-W46/41?take=1',
    );
  });

  it('asks who takes on a place that fell, is still low or sends no signal, unless somebody has', () => {
    const owner = { by: 'a', name: 'Mika', week: '2026-W46', since: '2026-11-10T08:30:00Z' };
    const ownedBy = (folder: number) => new Map([[folder, { owner, notes: [] }]]);
    for (const state of ['that fell', 'that is still low', 'without a signal']) {
      assert.equal(messageOf(`a store ${state}`).takeOnLink?.folder, 41, state);
      assert.equal(messageOf(`a store ${state}`, { notes: ownedBy(41) }).takeOnLink, null, state);
    }
    const { folder } = messageOf('a company').takeOnLink ?? assert.fail();
    assert.equal(messageOf('a company', { notes: ownedBy(folder) }).takeOnLink, null);
  });

  it('explains the weeks of a chart and the presses of an option', () => {
    assert.match(messageOf('a company').notes.weeks, /points from the level/);
    assert.match(messageOf('a company').notes.presses, /^presses, /);
  });

  it('asks nobody to take on a place that is as usual, recovered or without a page', () => {
    const usual = ['a store as usual', 'a store that recovered', 'a region with nothing new'];
    for (const name of usual) assert.equal(messageOf(name).takeOnLink, null, name);
    assert.equal(messageOf('a company', { pageUrl: null }).takeOnLink, null);
    assert.equal(messageOf('a store that fell', { pageUrl: null }).takeOnLink, null);
  });

  it('has no links where links are disabled, and is in English for a language without texts', () => {
    const { report } = MESSAGE_CASES.get('a store that fell') ?? assert.fail();
    const message = createReportMessage(report, {
      locale: 'xx',
      reportUrl: null,
      pageUrl: null,
      placeUrls: new Map(),
      notes: null,
      isUpdate: false,
    });
    assert.deepEqual([message.pdfLink, message.pageLink, message.takeOnLink], [null, null, null]);
    assert.deepEqual([message.view.language, message.view.direction], ['en-GB', 'ltr']);
  });
});

describe('the end of a message', () => {
  const { report } = MESSAGE_CASES.get('a store that fell') ?? assert.fail();
  const subscription = { channel: 'mail', address: 'a@example.com', locale: 'en' } as const;

  it('says what its link opens and whether the PDF is attached', () => {
    const { texts } = MESSAGE_COMPOSER.footer(report, subscription, {
      unsubscribeUrl: 'https://reports.example.com/u',
      isPersonal: true,
      hasPdf: true,
    });
    assert.match(texts.join('\n'), /valid for 30 days.* The PDF is attached\.\n.*a@example\.com/);
    const plain = MESSAGE_COMPOSER.footer(report, subscription, FOOTER).texts.join('\n');
    assert.doesNotMatch(plain, /link opens|PDF/);
  });

  it('names no address of a chat, and whom to ask without a link', () => {
    const chat = { channel: 'slack', address: 'https://hooks.slack.com/SECRET', locale: 'en' };
    const footer = MESSAGE_COMPOSER.footer(report, { ...chat, channel: 'slack' }, FOOTER);
    assert.equal(footer.unsubscribe, null);
    assert.doesNotMatch(footer.texts.join(' '), /SECRET|hooks/);
    assert.match(footer.texts.join(' '), /ask your report administrator/);
  });
});
