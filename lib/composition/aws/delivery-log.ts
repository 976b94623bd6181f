// What is written about messages on reports: a line each, and a figure for those that failed, on which an alarm rings.
import type { AnnounceContext } from '../../delivery/announce-report.ts';
import type { Log } from '../../shared/log.ts';

export function deliveryLog(log: Log): Pick<AnnounceContext, 'failed' | 'accepted'> {
  return {
    failed: (channel, failure) => {
      log.error('nobody was told', failure, { channel });
      log.metrics({ DeliveriesFailed: 1 }, { channel });
    },
    accepted: (channel) => {
      log.info('accepted, delivery unknown', { channel, status: 202 });
    },
  };
}
