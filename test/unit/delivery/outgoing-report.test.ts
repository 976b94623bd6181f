// What is put together for a subscriber: the links and the PDF of a message, and whether a report has news for a reader.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  composeMessage,
  createOutgoingReport,
  hasNoSurveys,
  hasSignals,
  receiptVerdict,
} from '../../../lib/delivery/outgoing-report.ts';
import { subscriptionUrl } from '../../../lib/delivery/subscription-tokens.ts';
import type { Report } from '../../../lib/domain/report.ts';
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
const [group = assert.fail()] = sample.summary.groups;
const signal = group.signal ?? assert.fail();
const region = createRegionReport(9);

/** A complete report whose groups have these verdicts, null for a group without a signal. */
function reportWith(...verdicts: readonly ((typeof signal)['verdict'] | null)[]): Report {
  const groups = verdicts.map((verdict) => ({
    ...group,
    signal: verdict === null ? null : { ...signal, verdict },
  }));
  const attention = { ...sample.summary.attention, entries: [], more: 0 };
  return { ...sample, summary: { ...sample.summary, groups, attention } };
}

describe('the verdict in a receipt', () => {
  it('is that of the change and that of usual weeks, or none', () => {
    assert.equal(receiptVerdict(reportWith('worse')), 'normal/worse');
    assert.equal(receiptVerdict(reportWith(null)), 'normal/none');
  });
});

describe('a report has signals', () => {
  it('when one of its groups is better or worse, a place needs attention, or data are missing', () => {
    assert.ok(hasSignals(reportWith('usual', 'worse')));
    assert.ok(hasSignals(reportWith('better')));
    const { attention } = region.summary;
    assert.ok(hasSignals({ ...region, summary: { ...reportWith('usual').summary, attention } }));
    assert.ok(hasSignals({ ...reportWith('usual'), status: 'partial' }));
  });

  it('not when everything is as usual or not known', () => {
    assert.ok(!hasSignals(reportWith('usual', 'new', 'tooFew', null)));
    assert.ok(!hasSignals(reportWith()));
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
  const settings = { locale: 'en', reportUrl: null, isUpdate: false };

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
    const { finding } = await composeMessage(parts, { manifest, report }, settings);
    const places = [...new Set(entries.map(({ folder }) => folder.key))];
    assert.ok(places.length > 0);
    assert.deepEqual(requests, [[WEEK, places]]);
    assert.equal(finding, `${places.length} places`);
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
    assert.equal(fileName, 'helsinki-central-2026-W46.pdf');
    assert.equal(new TextDecoder().decode(bytes), 'PDF 2026-W46 1');
    assert.equal(await attachment(largest + 1, 'pdf'), null);
    assert.equal(await attachment(1, 'none'), null);
  });
});
