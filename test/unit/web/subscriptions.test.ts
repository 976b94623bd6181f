// What people enter to subscribe, when the next message comes, and the states of deliveries.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DateTime } from 'luxon';
import { fc } from '../../support/property-settings.ts';
import { formatsFor } from '../../../lib/i18n/formats.ts';
import { en } from '../../support/page-texts.ts';
import { ApiError } from '../../../lib/web/api/api-errors.ts';
import type { DeliveryBody } from '../../../lib/web/features/subscribe/subscription-texts.ts';
import {
  countByState,
  reasonText,
  settingsText,
  sortDeliveries,
} from '../../../lib/web/features/subscribe/subscription-texts.ts';
import { loadPageLocalization } from '../../../lib/web/page-localization.ts';
import { previewHtml } from '../../../lib/web/features/subscribe/subscription-texts.ts';
import { nextSendDate, sendTimeText } from '../../../lib/web/features/subscribe/send-time.ts';
import type { SubscriptionInput } from '../../../lib/web/features/subscribe/subscription-input.ts';
import {
  checkInput,
  defaultInput,
  inputOf,
  newSubscription,
  problemsOfAnswer,
} from '../../../lib/web/features/subscribe/subscription-input.ts';

const INPUT: SubscriptionInput = {
  ...defaultInput('en', 'Europe/Helsinki'),
  address: 'anna@example.com',
};

describe('the time of the next message', () => {
  it('is the first such local time after now', () => {
    const schedule = { weekday: 1, time: '08:00', timeZone: 'Europe/Helsinki' };
    for (const [now, date] of [
      ['2026-11-23T05:59:00Z', '2026-11-23'],
      ['2026-11-23T06:00:00Z', '2026-11-30'],
      ['2026-11-28T22:30:00Z', '2026-11-30'],
    ] as const) {
      assert.equal(nextSendDate(schedule, Date.parse(now)), date, now);
    }
    assert.equal(
      sendTimeText('2026-11-30', '08:00', formatsFor('en')),
      'Monday 30 November at 08:00',
    );
  });

  it('is on the weekday and within the next seven days in any time zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('UTC', 'Europe/Helsinki', 'Pacific/Kiritimati', 'America/St_Johns'),
        (now, weekday, timeZone) => {
          const date = nextSendDate({ weekday, time: '08:00', timeZone }, now);
          const today = DateTime.fromMillis(now, { zone: timeZone }).startOf('day');
          const day = DateTime.fromISO(date, { zone: timeZone });
          assert.equal(day.weekday, weekday);
          const days = Math.round(day.diff(today, 'days').days);
          assert.ok(days >= 0 && days <= 7, String(days));
        },
      ),
    );
  });
});

describe('the input of a subscription', () => {
  it('needs an address of its channel, and a time where one is used', () => {
    assert.deepEqual(checkInput(INPUT), {});
    for (const [changes, problems] of [
      [{ address: ' ' }, { address: 'addressMissing' }],
      [{ address: 'anna' }, { address: 'mailInvalid' }],
      [{ address: 'anna@example' }, { address: 'mailInvalid' }],
      [{ address: 'Anna <anna@example.com>' }, { address: 'mailInvalid' }],
      [{ address: 'anna+reports@example.com' }, {}],
      [{ channel: 'slack' }, { address: 'urlInvalid' }],
      [{ channel: 'slack', address: 'http://example.com/x' }, { address: 'urlInvalid' }],
      [{ channel: 'slack', address: ' https://example.com/x ' }, {}],
      [{ time: '' }, { time: 'timeInvalid' }],
      [{ time: '', whenReady: true }, {}],
      [{ timeZone: 'Mars/Olympus' }, { timeZone: 'zoneInvalid' }],
    ] as const) {
      assert.deepEqual(checkInput({ ...INPUT, ...changes }), problems, JSON.stringify(changes));
    }
  });

  it('is sent without spaces, with a PDF only by mail, and read back from the subscription', () => {
    const sentSubscription = newSubscription(21, { ...INPUT, address: ' anna@example.com ' });
    assert.deepEqual(sentSubscription, {
      folder: 21,
      channel: 'mail',
      address: 'anna@example.com',
      locale: 'en',
      when: { weekday: 1, time: '08:00', timeZone: 'Europe/Helsinki' },
      only: 'always',
      attach: 'pdf',
    });
    assert.deepEqual(inputOf(sentSubscription, 'UTC'), INPUT);
    assert.equal(newSubscription(21, { ...INPUT, channel: 'slack' }).attach, 'none');
    assert.equal(newSubscription(21, { ...INPUT, whenReady: true }).when, 'ready');
  });

  it('shows the problem of an answer at its field', () => {
    const problems = (code: string, facts = {}) =>
      problemsOfAnswer(new ApiError('refused', { code, facts }));
    assert.deepEqual(problems('SUBSCRIPTION_INVALID', { at: 'address', reason: 'domain' }), {
      address: 'domainRefused',
    });
    assert.deepEqual(problems('SUBSCRIPTION_INVALID', { at: 'channel', reason: 'disabled' }), {
      channel: 'channelDisabled',
    });
    assert.deepEqual(problems('FIELD_INVALID', { detail: 'address must be a mail address.' }), {
      address: 'addressRefused',
    });
    assert.deepEqual(problems('FIELD_INVALID', { detail: 'timeZone must be one.' }), {
      timeZone: 'zoneInvalid',
    });
    assert.equal(problems('FIELD_INVALID', { detail: 'locale must be one.' }), null);
    assert.equal(problems('TOO_MANY_CONFIRMATIONS'), null);
  });
});

it('the preview of a message opens links in a new tab and has no style sheet', () => {
  const html =
    '<!doctype html><html><head>\n<style>a{b:c}</style></head><body><p style="d:e">f</p>';
  assert.equal(
    previewHtml(html),
    '<!doctype html><html><head><base target="_blank">\n</head><body><p style="d:e">f</p>',
  );
});

const RECEIPT = {
  kind: 'report',
  revision: 1,
  status: 'complete',
  verdict: 'usual',
  attempts: 1,
  firstAttemptAt: '2026-11-16T06:00:00Z',
  at: '2026-11-16T06:00:01Z',
  nextAttemptAt: null,
  reason: null,
} as const;

function delivery(
  state: 'sent' | 'refused' | 'unknown' | null,
  update: 'unknown' | null = null,
): DeliveryBody {
  return {
    subscription: {
      ...{ id: '21-x', folder: 21, channel: 'mail', address: 'anna@example.com', locale: 'en' },
      ...{ when: 'ready', only: 'always', attach: 'none', state: 'active', reason: null },
      ...{ confirmationProblem: null, createdAt: '2026-11-01T00:00:00Z', isMine: true },
    },
    state: update ?? state ?? 'due',
    reason: null,
    receipt: state === null ? null : { ...RECEIPT, state },
    update: update === null ? null : { ...RECEIPT, kind: 'update', state: update },
    dueAt: '2026-11-16T06:00:00Z',
    hasReport: true,
    canSendAgain: state !== 'sent',
  };
}

describe('the settings of a subscription', () => {
  const settings = {
    when: { weekday: 1, time: '08:00', timeZone: 'Europe/Helsinki' },
    only: 'always',
    attach: 'pdf',
  } as const;

  it('are one line without marks in a left-to-right language', async () => {
    assert.equal(
      settingsText(settings, 'English', await loadPageLocalization('en')),
      `Monday 08:00 (Europe/Helsinki) · ${en.subscriptions.withPdf} · English`,
    );
  });

  it('are isolated from each other in a right-to-left language', async () => {
    const parts = settingsText(settings, 'English', await loadPageLocalization('ar'));
    assert.match(parts, /^\u2067[^\u2069]+\u2069 · \u2067[^\u2069]+\u2069 · \u2066English\u2069$/);
  });
});

describe('deliveries', () => {
  it('are listed and counted with those first that need a decision', () => {
    const list = [
      delivery('sent'),
      delivery(null),
      delivery('refused'),
      delivery('sent', 'unknown'),
    ];
    assert.deepEqual(
      sortDeliveries(list).map(({ state }) => state),
      ['unknown', 'refused', 'due', 'sent'],
    );
    assert.deepEqual(
      [...countByState(list)],
      [
        ['unknown', 1],
        ['refused', 1],
        ['due', 1],
        ['sent', 1],
      ],
    );
  });

  it('have their reason in words, or its code', () => {
    const { reasons } = en.deliveries;
    for (const [code, text] of [
      [null, ''],
      ['NO_SIGNALS', reasons.noSignals],
      ['SMTP_550', reasons.addressRefused],
      ['SMTP_421', reasons.unreachable],
      ['SMTP_AUTHENTICATION', reasons.settings],
      ['HTTP_404', reasons.urlGone],
      ['HTTP_503', reasons.unreachable],
      ['SES_THROTTLED', reasons.tooMany],
      ['SES_SENDING_PAUSED', reasons.settings],
      ['TLS_CERTIFICATE', reasons.unreachable],
      ['NEVER_HEARD_OF', 'Reason: NEVER_HEARD_OF'],
    ] as const) {
      assert.equal(reasonText(code, { page: en, direction: 'ltr' }), text, code ?? 'none');
    }
  });
});
