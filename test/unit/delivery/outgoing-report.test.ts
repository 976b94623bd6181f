// What is put together for a subscriber: the links and the PDF of a message, and whether a report has news for a reader.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeliveryContext } from '../../../lib/delivery/delivery-context.ts';
import { MESSAGE_COMPOSER } from '../../../lib/delivery/message-composer.ts';
import {
  composeMessage,
  createOutgoingReport,
  hasNoSurveys,
  hasSignals,
  isSameVerdict,
  receiptVerdict,
} from '../../../lib/delivery/outgoing-report.ts';
import { subscriptionUrl } from '../../../lib/delivery/subscription-tokens.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type { LevelState } from '../../../lib/domain/signals/model.ts';
import { addNote } from '../../../lib/reports/place-notes.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';
import {
  createDeliveryParts,
  PLAIN_COMPOSER,
  storeReport,
  WEEK,
} from '../../support/delivery/delivery-parts.ts';
import { activeSubscription, MAIL } from '../../support/delivery/test-subscriptions.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createRegionReport, createStoreReport } from '../../support/test-reports.ts';

const sample = createStoreReport(1);
const [survey = assert.fail()] = sample.surveys;
const region = createRegionReport(9);

/** A complete report of a survey in this state, without a list. */
function reportWith(state: LevelState | null): Report {
  const attention = { ...sample.summary.attention, entries: [] };
  return {
    ...sample,
    surveys: [{ ...survey, level: { ...survey.level, state } }],
    summary: { ...sample.summary, attention },
  };
}

describe('the verdict in a receipt', () => {
  it('is that of the change, and the state of the only survey, or none', () => {
    assert.equal(receiptVerdict(reportWith('still')), 'normal:still');
    assert.equal(receiptVerdict(reportWith(null)), 'normal:none');
  });

  it('is the state of all surveys where there are several', () => {
    assert.equal(receiptVerdict(region), 'normal:usual');
  });

  it('brings no news when it is the same; that of an earlier release counts by its change alone', () => {
    assert.ok(isSameVerdict('normal:new', 'normal:new'));
    assert.ok(!isSameVerdict('normal:new', 'normal:still'));
    for (const words of ['worse', 'usual', 'new', 'none']) {
      assert.ok(isSameVerdict(`normal/${words}`, 'normal:new'), words);
      assert.ok(!isSameVerdict(`normal/${words}`, 'clearFall:new'), words);
    }
  });
});

describe('a report has signals', () => {
  it('when its place is not as usual, the list has an entry, or data are missing', () => {
    for (const state of ['silent', 'new', 'still', 'recovered', 'better'] as const) {
      assert.ok(hasSignals(reportWith(state)), state);
    }
    const { attention } = region.summary;
    const usual = reportWith('usual');
    assert.ok(hasSignals({ ...usual, summary: { ...usual.summary, attention } }));
    assert.ok(hasSignals({ ...usual, status: 'partial' }));
  });

  it('not when everything is as usual or not known', () => {
    for (const state of ['usual', 'newPlace', 'tooFew', null] as const) {
      assert.ok(!hasSignals(reportWith(state)), state ?? 'none');
    }
    const summary = { ...reportWith('usual').summary, groups: [] };
    assert.ok(!hasSignals({ ...sample, surveys: [], summary }));
  });
});

describe('a report without surveys', () => {
  it('is one that is empty and read none', () => {
    const summary = { ...sample.summary, surveys: 0 };
    assert.ok(hasNoSurveys({ ...sample, status: 'empty', summary }));
    assert.ok(!hasNoSurveys({ ...sample, status: 'partial', summary }));
    assert.ok(!hasNoSurveys({ ...sample, status: 'empty' }));
  });
});

describe('a message about a report', () => {
  const settings = { locale: 'en', reportUrl: null, access: null, notes: null, isUpdate: false };

  it('has a link to each place that needs attention, asked for once', async () => {
    const manifest = await storeReport(memoryStore(), region);
    const { entries } = region.summary.attention;
    const repeated = { ...region.summary.attention, entries: [...entries, ...entries] };
    const report: Report = { ...region, summary: { ...region.summary, attention: repeated } };
    const requests: (readonly unknown[])[] = [];
    const linkPlaces = (...request: readonly [week: string, folders: readonly number[]]) => {
      requests.push(request);
      return Promise.resolve(new Map(request[1].map((key) => [key, 'https://x.example/'])));
    };
    const parts = { publicUrl: null, composer: PLAIN_COMPOSER, linkPlaces };
    const { preheader } = await composeMessage(parts, { manifest, report }, settings);
    const places = [...new Set(entries.map(({ folder }) => folder.key))];
    assert.ok(places.length > 0);
    assert.deepEqual(requests, [[WEEK, places]]);
    assert.equal(preheader, `${places.length} places`);
  });

  it('has a link to the page where the server has a public address', async () => {
    const manifest = await storeReport(memoryStore(), sample);
    const pageLink = async (publicUrl: string | null) => {
      const { context } = createDeliveryParts(memoryStore(), { publicUrl });
      return (await composeMessage(context, { manifest, report: sample }, settings)).pageLink?.url;
    };
    assert.equal(await pageLink('https://r.example'), `https://r.example/#/${WEEK}/41`);
    assert.equal(await pageLink(null), undefined);
  });

  it('opens the pages of places for the reader of a mail, and asks on the first who takes it on', async () => {
    const store = memoryStore();
    const { context } = createDeliveryParts(store, { publicUrl: 'https://r.example' });
    const manifest = await storeReport(store, region);
    const revision = { manifest, report: region };
    const kind = { kind: 'report', messageId: 'id' } as const;
    const open = async (changes: Partial<DeliveryContext> = {}) =>
      createOutgoingReport({ ...context, ...changes }, activeSubscription(MAIL), revision, kind);
    const { message, footer } = await open();
    const [entry = assert.fail()] = region.summary.attention.entries;
    const url = message.placeUrls.get(entry.folder.key) ?? '';
    assert.match(url, new RegExp(`^https://r\\.example/#/${WEEK}/${entry.folder.key}\\?access=.`));
    // An access link only reads: who is signed in is asked.
    assert.equal(
      message.takeOnLink?.url,
      `https://r.example/#/${WEEK}/${String(entry.folder.key)}?take=1`,
    );
    assert.ok(footer.texts.length > 0);
    const plain = await open({ accessLinks: false });
    assert.doesNotMatch([...plain.message.placeUrls.values()].join(' '), /access=/);
    const { settings } = context.repository;
    const repository = { ...context.repository, settings: { ...settings, notes: null } };
    assert.equal((await open({ repository })).message.takeOnLink, null);
  });

  it('says that its links are personal where they open the page without a token', async () => {
    const store = memoryStore();
    const revision = { manifest: await storeReport(store, sample), report: sample };
    for (const accessLinks of [true, false]) {
      const { context } = createDeliveryParts(store, { accessLinks, composer: MESSAGE_COMPOSER });
      const { footer } = await createOutgoingReport(context, activeSubscription(MAIL), revision, {
        kind: 'report',
        messageId: 'id',
      });
      assert.equal(/do not pass it on/.test(footer.texts.join(' ')), accessLinks);
    }
  });

  it('says how to stop the messages, with a link that stops them', async () => {
    const store = memoryStore();
    const { context } = createDeliveryParts(store);
    const manifest = await storeReport(store, sample);
    const subscription = activeSubscription(MAIL);
    const revision = { manifest, report: sample };
    const kind = { kind: 'report', messageId: 'id' } as const;
    const { footer } = await createOutgoingReport(context, subscription, revision, kind);
    const url = await subscriptionUrl(context, 'unsubscribe', subscription);
    assert.equal(footer.unsubscribe?.url, url);
  });
});

describe('the PDF of a message', () => {
  it('is attached on request, up to 10 MB', async () => {
    const store = memoryStore();
    const { context } = createDeliveryParts(store);
    const manifest = await storeReport(store, sample);
    const attachment = async (bytes: number, attach: 'pdf' | 'none') => {
      const pdf = { ...manifest.files.pdf, bytes };
      const revision = {
        manifest: { ...manifest, files: { ...manifest.files, pdf } },
        report: sample,
      };
      const subscription = activeSubscription({ ...MAIL, attach });
      const kind = { kind: 'report', messageId: 'id' } as const;
      return (await createOutgoingReport(context, subscription, revision, kind)).attachment;
    };
    const largest = 10 * 1024 ** 2;
    const { fileName, bytes } = (await attachment(largest, 'pdf')) ?? assert.fail();
    assert.equal(fileName, '2026-W46 Helsinki Central.pdf');
    assert.equal(new TextDecoder().decode(bytes), 'PDF 2026-W46 1');
    assert.equal(await attachment(largest + 1, 'pdf'), null);
    assert.equal(await attachment(1, 'none'), null);
  });

  it('is the stored one in the language of the deployment, and rendered in any other', async () => {
    const store = memoryStore();
    const rendered: (readonly unknown[])[] = [];
    const pdf: DeliveryContext['pdf'] = (locale) => ({
      render: (report, json, links, notes) => {
        rendered.push([locale, report.week, json.extension, links.size, notes?.size]);
        const bytes = new TextEncoder().encode(`PDF in ${locale}`);
        return Promise.resolve({ bytes, contentType: 'application/pdf', extension: 'pdf' });
      },
    });
    const { context } = createDeliveryParts(store, { pdf });
    const manifest = await storeReport(store, region);
    const attached = async (locale: string, changes: Partial<DeliveryContext> = {}) => {
      const subscription = activeSubscription({ ...MAIL, attach: 'pdf', locale });
      const revision = { manifest, report: region };
      const kind = { kind: 'report', messageId: 'id' } as const;
      const parts = { ...context, ...changes };
      const { attachment } = await createOutgoingReport(parts, subscription, revision, kind);
      return new TextDecoder().decode(attachment?.bytes);
    };
    const stored = 'PDF 2026-W46 1';
    assert.equal(await attached('en-US'), stored);
    // A language without texts is English.
    assert.equal(await attached('xx'), stored);
    assert.deepEqual(rendered, []);
    assert.equal(await attached('fi'), 'PDF in fi');
    assert.deepEqual(rendered, [['fi', WEEK, 'json', region.subfolders.length, 0]]);
    assert.equal(await attached('en', { locale: 'de' }), 'PDF in en');
  });

  it('is rendered once for all recipients of a report, a language and the same notes', async () => {
    const store = memoryStore();
    const rendered: string[] = [];
    const pdf: DeliveryContext['pdf'] = (locale) => ({
      render: async ({ revision }, json, _links, notes = new Map()) => {
        await new Promise(setImmediate);
        const content = `${locale} ${revision} ${json.extension} ${notes.size}`;
        rendered.push(content);
        const bytes = new TextEncoder().encode(content);
        return { bytes, contentType: 'application/pdf', extension: 'pdf' };
      },
    });
    const { context, time } = createDeliveryParts(store, { pdf });
    const attached = async (report: Report, locale: string, address: string): Promise<string> => {
      const manifest = await storeReport(store, report);
      const subscription = activeSubscription({ ...MAIL, address, attach: 'pdf', locale });
      const kind = { kind: 'report', messageId: 'id' } as const;
      const revision = { manifest, report };
      const { attachment } = await createOutgoingReport(context, subscription, revision, kind);
      return new TextDecoder().decode(attachment?.bytes);
    };
    const addresses = ['a@example.com', 'b@example.com', 'c@example.com'];
    const attachments = [];
    for (const locale of ['fi', 'de']) {
      attachments.push(
        ...(await Promise.all(addresses.map((address) => attached(sample, locale, address)))),
      );
      attachments.push(await attached(sample, locale, 'd@example.com'));
    }
    const inOrder = [
      ...Array<string>(4).fill('fi 1 json 0'),
      ...Array<string>(4).fill('de 1 json 0'),
    ];
    assert.deepEqual(attachments, inOrder);
    assert.deepEqual(rendered, ['fi 1 json 0', 'de 1 json 0']);
    const later = { ...sample, revision: 2, asOf: '2026-11-17T06:00:00.000Z' };
    assert.equal(await attached(later, 'fi', 'a@example.com'), 'fi 2 json 0');
    const note = { by: 'a1', name: 'Anna', week: WEEK, text: 'Closed', at: sample.asOf };
    await addNote(context.repository, sample.folder.key, note);
    assert.equal(await attached(later, 'fi', 'a@example.com'), 'fi 2 json 1');
    assert.equal(rendered.length, 4);
    time.now += 600_000;
    await attached(later, 'fi', 'a@example.com');
    assert.equal(rendered.length, 4);
    time.now += 1;
    await attached(later, 'fi', 'a@example.com');
    assert.equal(rendered.length, 5);
  });

  it('is rendered again for the next recipient when rendering has failed', async () => {
    const store = memoryStore();
    let isFailing = true;
    const pdf: DeliveryContext['pdf'] = () => ({
      render: (...args) =>
        isFailing
          ? Promise.reject(new Failure('RENDERING_FAILED'))
          : fakePdfRenderer.render(...args),
    });
    const { context } = createDeliveryParts(store, { pdf });
    const revision = { manifest: await storeReport(store, sample), report: sample };
    const subscription = activeSubscription({ ...MAIL, attach: 'pdf', locale: 'fi' });
    const kind = { kind: 'report', messageId: 'id' } as const;
    const create = () => createOutgoingReport(context, subscription, revision, kind);
    await assert.rejects(create(), { code: 'RENDERING_FAILED' });
    isFailing = false;
    assert.match(new TextDecoder().decode((await create()).attachment?.bytes), /^%PDF/);
  });
});
