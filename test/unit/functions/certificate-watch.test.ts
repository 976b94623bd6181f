// When a server warns of its certificate.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCertificateWatch, formatExpiry } from '../../../functions/cli/certificate-watch.ts';
import { DAY_MS } from '../../../lib/domain/calendar.ts';
import { selfSigned } from '../../support/feedback-service/self-signed-certificate.ts';

describe('the watch of a certificate', () => {
  it('warns once a day from 14 days before its end, also after it, until it is replaced', () => {
    const start = Date.parse('2026-11-01T00:00:00Z');
    const warnings: string[] = [];
    let now = start;
    const check = createCertificateWatch(
      () => now,
      (end) => {
        const day = Math.floor((now - start) / DAY_MS);
        warnings.push(`day ${day}: ${formatExpiry(end)}`);
      },
    );
    const certificate = selfSigned('20261118000000Z');
    for (; now < start + 19 * DAY_MS; now += DAY_MS / 4) check(certificate);
    assert.deepEqual(
      warnings,
      Array.from({ length: 16 }, (_, i) => `day ${3 + i}: 2026-11-18`),
    );
    for (; now < start + 30 * DAY_MS; now += DAY_MS) check(selfSigned());
    assert.equal(warnings.length, 16);
  });
});
