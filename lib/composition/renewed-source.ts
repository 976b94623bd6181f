// A client of the reporting API for a process that runs for months: after its credentials were refused, which makes a client unusable,
// it opens another one from time to time.
import type { FeedbackApi } from '../adapters/feedback-api/index.ts';
import { MINUTE_MS } from '../domain/calendar.ts';
import type { FeedbackSource } from '../ports/feedback-source.ts';
import type { Clock } from '../shared/clock.ts';
import { Failure } from '../shared/failure.ts';

const RENEW_AFTER_MS = 5 * MINUTE_MS;

export type RenewedSource = Pick<FeedbackApi, 'source' | 'requests' | 'clockOffsetMs' | 'close'>;

export function createRenewedSource(open: () => RenewedSource, clock: Clock): RenewedSource {
  let api = open();
  let refusedAt: number | null = null;
  const closed = { sent: 0, retried: 0 };

  async function call<T>(work: (source: FeedbackSource) => Promise<T>): Promise<T> {
    const now = clock();
    if (refusedAt !== null && (now < refusedAt || now >= refusedAt + RENEW_AFTER_MS)) {
      const { sent, retried } = api.requests();
      closed.sent += sent;
      closed.retried += retried;
      void api.close();
      api = open();
      refusedAt = null;
    }
    try {
      return await work(api.source);
    } catch (error) {
      const isRefused = error instanceof Failure && error.code === 'UPSTREAM_UNAUTHORIZED';
      if (isRefused) refusedAt ??= now;
      throw error;
    }
  }

  return {
    source: {
      readFolders: (...args) => call((source) => source.readFolders(...args)),
      readSurvey: (...args) => call((source) => source.readSurvey(...args)),
      readActivePeriods: (...args) => call((source) => source.readActivePeriods(...args)),
      readHourlyCounts: (...args) => call((source) => source.readHourlyCounts(...args)),
      readDailyCounts: (...args) => call((source) => source.readDailyCounts(...args)),
      readFollowUps: (...args) => call((source) => source.readFollowUps(...args)),
      readAlerts: (...args) => call((source) => source.readAlerts(...args)),
    },
    requests: () => {
      const { sent, retried } = api.requests();
      return { sent: closed.sent + sent, retried: closed.retried + retried };
    },
    clockOffsetMs: () => api.clockOffsetMs(),
    close: () => api.close(),
  };
}
