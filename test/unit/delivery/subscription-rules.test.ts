// Which settings of a subscription are valid, and what its id depends on.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  assertValid,
  folderOfId,
  mailboxDigest,
  subscriptionId,
} from '../../../lib/delivery/subscription-rules.ts';
import type { NewSubscription } from '../../../lib/delivery/subscriptions.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { CHAT, MAIL } from '../../support/delivery/test-subscriptions.ts';

/** The field that is not valid and why; null when all are. */
function problemOf(
  settings: Partial<NewSubscription>,
  domains: readonly string[] = [],
): string | null {
  try {
    assertValid({ ...MAIL, ...settings }, domains);
    return null;
  } catch (error) {
    assert.ok(error instanceof Failure && error.code === 'SUBSCRIPTION_INVALID');
    return `${String(error.facts['at'])} ${String(error.facts['reason'])}`;
  }
}

describe('the address of a subscription', () => {
  it('is a mail address that can’t be mistaken for something else', () => {
    for (const address of ['a@b.example', "o'neil+x@sub.example.co", 'A.B@EXAMPLE.COM']) {
      assert.equal(problemOf({ address }), null, address);
    }
    for (const address of [
      '',
      'a',
      '@example.com',
      'a@',
      'a@localhost',
      'a b@example.com',
      'a@example.com\r\nBcc: b@example.com',
      'Ann <a@example.com>',
      'a@example.com,b@example.com',
      '"a b"@example.com',
      '.a@example.com',
      'a..b@example.com',
      'a@-example.com',
      'a@example..com',
      'a@example.com.',
      'a@example.com, b@example.com',
      'a(comment)@example.com',
      'a@[127.0.0.1]',
      'a@127.0.0.1',
      'a@éxample.com',
      // The Kelvin sign, whose lower case is the letter k.
      'a@ban\u212a.example',
      '"x\r\nBcc: y"@example.com',
      'a@example.com\u0000',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}.com`,
    ]) {
      assert.equal(problemOf({ address }), 'address invalid', JSON.stringify(address));
    }
  });

  it('belongs to an allowed domain where there are any', () => {
    assert.equal(problemOf({ address: 'a@Example.com' }, ['example.com']), null);
    for (const address of [
      'a@sub.example.com',
      'a@example.com.evil.example',
      'a@evilexample.com',
    ]) {
      assert.equal(problemOf({ address }, ['example.com']), 'address domain', address);
    }
    for (const address of ['a@evil.example@example.com', 'a@example.com.', 'a@ban\u212a.example']) {
      assert.equal(
        problemOf({ address }, ['example.com', 'bank.example']),
        'address invalid',
        address,
      );
    }
  });

  it('of another channel is an https URL of at most 2,000 characters without a user', () => {
    const url = 'https://x.example/workflows/1?sig=';
    const longest = url.padEnd(2000, '2');
    for (const address of [url, longest]) {
      assert.equal(problemOf({ ...CHAT, address }), null, address);
    }
    const http = 'http://x.example/';
    for (const address of [http, 'https://u:p@x.example/', 'ftp://x', 'x', `${longest}2`]) {
      assert.equal(problemOf({ ...CHAT, address }), 'address invalid', address);
    }
  });
});

describe('the settings of a subscription', () => {
  it('name a language that there is', () => {
    assert.equal(problemOf({ locale: 'fi' }), null);
    assert.equal(problemOf({ locale: 'xx' }), 'locale invalid');
  });

  it('ask for a PDF by mail only', () => {
    assert.equal(problemOf({ attach: 'pdf' }), null);
    assert.equal(problemOf({ ...CHAT, attach: 'pdf' }), 'attach invalid');
  });

  it('name a zone, a time and a weekday that exist', () => {
    const dueTime = { weekday: 1, time: '08:00', timeZone: 'UTC' };
    const problemAt = (changes: Partial<typeof dueTime>) =>
      problemOf({ when: { ...dueTime, ...changes } });
    for (const weekday of [1, 7]) assert.equal(problemAt({ weekday }), null);
    for (const weekday of [0, 8, 1.5]) assert.equal(problemAt({ weekday }), 'weekday invalid');
    for (const time of ['00:00', '23:59']) assert.equal(problemAt({ time }), null);
    for (const time of ['24:00', '08:60', '8:00', '08:000', '108:00']) {
      assert.equal(problemAt({ time }), 'time invalid', time);
    }
    assert.equal(problemAt({ timeZone: 'Mars/Base' }), 'timeZone invalid');
  });
});

describe('the id of a subscription', () => {
  const id = subscriptionId(MAIL);

  it('is the same in each release, because it is stored', () => {
    assert.deepEqual(
      [id, subscriptionId(CHAT)],
      ['41-391n1fme86bl51k16i7q', '41-mfadvutughudp8pcmcpc'],
    );
  });

  it('is the same for a mail address in any case, and not for a URL in another one', () => {
    assert.equal(subscriptionId({ ...MAIL, address: MAIL.address.toUpperCase() }), id);
    assert.notEqual(
      subscriptionId({ ...CHAT, address: CHAT.address.toLowerCase() }),
      subscriptionId(CHAT),
    );
  });

  it('begins with its folder', () => {
    for (const folder of [7, 41, 1234567890123456]) {
      assert.equal(folderOfId(subscriptionId({ ...MAIL, folder })), folder);
    }
    for (const text of [
      `x${id}`,
      `${id}0`,
      `0${id}`,
      id.slice(1, -1),
      `${'9'.repeat(16)}${id.slice(2)}`,
    ]) {
      assert.equal(folderOfId(text), null, text);
    }
  });
});

describe('the mailbox of a mail address', () => {
  it('is that of all its tagged addresses; a URL has no tags', () => {
    const digestOf = (address: string) => mailboxDigest({ channel: 'mail', address });
    for (const address of ['ann+a@example.com', 'Ann+a+b@example.com', 'ann+@example.com']) {
      assert.equal(digestOf(address), digestOf('ann@example.com'), address);
    }
    assert.notEqual(digestOf('ann@example.org'), digestOf('ann@example.com'));
    const urlDigest = (address: string) => mailboxDigest({ channel: 'slack', address });
    assert.notEqual(urlDigest('https://x.example/a+b@c'), urlDigest('https://x.example/a@c'));
  });
});
