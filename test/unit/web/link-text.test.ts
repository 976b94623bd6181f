import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anyCharacter, fc } from '../../support/property-settings.ts';
import { encodeLink, ID_BYTES, linkId } from '../../../lib/links/link-token.ts';
import { formatLocalInstant } from '../../../lib/web/page-localization.ts';
import { linkUrl, parseDays, parseLink } from '../../../lib/web/features/share/link-text.ts';
import { canary } from '../../support/secret-markers.ts';

const KEY = { id: 'k1', key: canary('link key') };
const links = fc
  .record({
    folder: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    bytes: fc.uint8Array({ minLength: ID_BYTES, maxLength: ID_BYTES }),
    isNewest: fc.boolean(),
  })
  .map(({ folder, bytes, isNewest }) => {
    const id = linkId(folder, bytes, KEY);
    const file = 'a'.repeat(24);
    const report = isNewest ? null : { week: '2026-W46', revision: 2, pdf: file, json: file };
    const token = encodeLink({ id, expires: 1_800_000_000, folder, report }, KEY);
    return { id, token, url: `https://reports.example/prod/d/${token}` };
  });

describe('parseLink', () => {
  it('accepts a link, its token or its id, including characters that mail programs add', () => {
    fc.assert(
      fc.property(links, ({ id, token, url }) => {
        const pastedTexts = [id, token, url, ` ${url}\n`, `<${url}>`, `"${url}"`, `${url}/`];
        for (const text of [...pastedTexts, `${url}?format=json`, `${url}?utm_source=x#top`]) {
          const idOrToken = text === id ? id : token;
          assert.deepEqual(parseLink(text), { id, idOrToken }, text);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('returns null for any other text and never throws', () => {
    const encoded = (value: unknown): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const strangeTexts = [
      '',
      'https://reports.example/d/',
      'https://reports.example/#/2026-W46/12',
      `${encoded({ id: 12 })}.x`,
      `${encoded({ id: '../../links' })}.x`,
      `${encoded({ id: `1-${'a'.repeat(17)}` })}.x`,
      `${encoded(null)}.x`,
      `${encoded([])}.x`,
      `${encoded('1-aaaaaaaaaaaaaaaa')}.x`,
      `${Buffer.from([0xff, 0xfe]).toString('base64url')}.x`,
      'not/base64!.x',
      '1-short',
      '0-aaaaaaaaaaaaaaaa',
      'a'.repeat(100_000),
    ];
    for (const text of strangeTexts) assert.equal(parseLink(text), null, text.slice(0, 80));
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        assert.equal(parseLink(`${text}.x`), null);
      }),
    );
  });
});

describe('the lifetime of a link', () => {
  it('is a whole number of days from 1 to 365', () => {
    assert.deepEqual(['1', ' 30 ', '365'].map(parseDays), [1, 30, 365]);
    for (const text of ['', '0', '366', '1000', '-1', '1.5', '1e2', 'x', '٣']) {
      assert.equal(parseDays(text), null, text);
    }
  });

  it('is shown in local time, unless the local time zone is UTC', () => {
    const instant = '2026-11-16T12:00:00.000Z';
    const british = { locale: 'en-GB' };
    assert.match(
      formatLocalInstant(instant, british, 'Europe/Helsinki') ?? '',
      /16 November 2026.*14:00/,
    );
    assert.match(formatLocalInstant(instant, british, 'Asia/Kathmandu') ?? '', /17:45/);
    assert.equal(formatLocalInstant(instant, british, 'UTC'), null);
    assert.equal(formatLocalInstant('soon', british, 'Europe/Helsinki'), null);
  });
});

describe('linkUrl', () => {
  it('differs between the files only in the format parameter', () => {
    assert.equal(linkUrl('https://x/d/t', 'pdf'), 'https://x/d/t');
    assert.equal(linkUrl('https://x/d/t', 'json'), 'https://x/d/t?format=json');
  });
});
