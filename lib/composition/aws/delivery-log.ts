// Logs the outcome of notifications. Failed ones are counted in a metric that has an alarm.
import type { AnnounceContext } from '../../delivery/announce-report.ts';
import type { Log } from '../../shared/log.ts';

export function deliveryLog(log: Log): Pick<AnnounceContext, 'failed' | 'accepted'> {
  return {
    failed: (channel, failure) => {
      log.error('notification failed', failure, { channel });
      log.metrics({ DeliveriesFailed: 1 }, { channel });
    },
    accepted: (channel) => {
      log.info('accepted, delivery unknown', { channel, status: 202 });
    },
  };
}
