// Which mail addresses and domains are accepted, and their ASCII form.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isInternetMailAddress,
  isMailAddress,
  isMailDomain,
  mailDomain,
  toAsciiAddress,
  toAsciiDomain,
} from '../../../lib/shared/mail-address.ts';

const LABEL = 'a'.repeat(63);
/** Of 253 characters. */
const LONGEST_DOMAIN = `${`${LABEL}.`.repeat(3)}${'a'.repeat(61)}`;

describe('a mail address', () => {
  it('has a local part of dot-separated atoms and a domain of letters, digits and hyphens', () => {
    for (const address of [
      'ana+reports@example.com',
      "!#$%&'*+/=?^_`{|}~-@example.com",
      'a.b.cd@example.com',
      'a@localhost',
      'a@1.2-3.EXAMPLE',
      'Z9@a-b.c',
    ]) {
      assert.equal(isMailAddress(address), true, address);
    }
  });

  it('is refused with quotes, comments, spaces, line ends or other characters of a header', () => {
    for (const address of [
      ...['', '@', 'a', 'a@', '@b.example', '.a@b.example', 'a.@b.example', 'a..b@b.example'],
      ...['"a"@b.example', 'a(b)@b.example', 'a b@b.example', 'a@b@c.example', 'a,b@b.example'],
      ...['<a@b.example>', 'a@b.example\r\nBcc: c@d.example', 'a\n@b.example', 'a@b.example\n'],
      ...['ä@b.example', 'a@bä.example', 'a@b..example', 'a@.example', 'a@b.example.', 'a@b_c.d'],
      ...['a@-b.example', 'a@b-.example', 'a@b.-c', 'a@b.c-', 'a@[127.0.0.1]', ' a@b.example'],
    ]) {
      assert.equal(isMailAddress(address), false, JSON.stringify(address));
    }
  });

  it('has up to 64 characters before the @, 254 in all, and 63 in a label', () => {
    assert.equal(isMailAddress(`${'a'.repeat(64)}@b.example`), true);
    assert.equal(isMailAddress(`${'a'.repeat(65)}@b.example`), false);
    const domainOf = (length: number): string => LONGEST_DOMAIN.slice(0, length);
    assert.equal(isMailAddress(`a@${domainOf(252)}`), true);
    assert.equal(isMailAddress(`ab@${domainOf(252)}`), false);
    assert.equal(isMailDomain(`${LABEL}.${LABEL}`), true);
    assert.equal(isMailDomain(`${LABEL}a.example`), false);
    assert.equal(isMailDomain(`example.${LABEL}a`), false);
    assert.equal(isMailDomain(LONGEST_DOMAIN), true);
    assert.equal(isMailDomain(`${LONGEST_DOMAIN}a`), false);
  });

  it('is one of the Internet when its domain ends with a name that is not a number', () => {
    for (const address of ['a@b.example', 'a@b.c.museum', 'a@b.xn--p1ai', 'a@1.e2']) {
      assert.equal(isInternetMailAddress(address), true, address);
    }
    for (const address of [
      'a@localhost',
      'a.bc@d',
      'a@b.co.1',
      'a@127.0.0.1',
      'a@b.c',
      'a@b.1c',
      'a b@c.example',
    ]) {
      assert.equal(isInternetMailAddress(address), false, address);
    }
  });

  it('has a domain without regard to case', () => {
    assert.equal(mailDomain('Ana@Reports.EXAMPLE'), 'reports.example');
  });
});

describe('an internationalized domain', () => {
  it('is written in ASCII', () => {
    assert.equal(toAsciiAddress('Anna@exämple.de'), 'Anna@xn--exmple-cua.de');
    assert.equal(toAsciiDomain('例え-1.テスト'), 'xn---1-q73as50l.xn--zckzah');
  });

  it('is empty when it is not valid', () => {
    assert.equal(toAsciiDomain('xn--ä.example'), '');
  });

  it('is left as it is with a character that a domain cannot have, as every other text is', () => {
    for (const text of [
      '',
      'EXAMPLE.com',
      'exämple.de/x',
      'ä@b',
      'ä b.de',
      'b.de?ä',
      'a@b.example',
    ]) {
      assert.equal(toAsciiDomain(text), text);
    }
    assert.equal(toAsciiAddress('exämple.de'), 'xn--exmple-cua.de');
    assert.equal(toAsciiAddress('ana@EXAMPLE.com'), 'ana@EXAMPLE.com');
  });
});
