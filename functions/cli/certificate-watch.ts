// Warns of a certificate that expires soon, at the start of a server and daily while it runs.
import { X509Certificate } from 'node:crypto';
import { DAY_MS } from '../../lib/domain/calendar.ts';
import type { Instant } from '../../lib/domain/report-inputs.ts';
import type { TlsFiles } from '../../lib/http/local/local-server.ts';
import type { Clock } from '../../lib/shared/clock.ts';

/** A certificate whose end is nearer is to be renewed. */
export const EXPIRES_SOON_MS = 14 * DAY_MS;

/** Returns the check, which may be called often: it warns once a day, of the first certificate of the chain. */
export function createCertificateWatch(
  clock: Clock,
  warn: (validUntil: Instant) => void,
): (tls: Pick<TlsFiles, 'cert'>) => void {
  let warnedAt = -Infinity;
  return ({ cert }) => {
    const now = clock();
    if (now < warnedAt + DAY_MS) return;
    const validUntil = new X509Certificate(cert).validToDate.getTime();
    if (validUntil - now > EXPIRES_SOON_MS) return;
    warnedAt = now;
    warn(validUntil);
  };
}

/** The day in UTC until which a certificate is valid: "2026-11-30". */
export function formatExpiry(validUntil: Instant): string {
  return new Date(validUntil).toISOString().slice(0, 10);
}
