// Logs the outcome of notifications. Failed ones are counted in a metric that has an alarm.
import type { AnnounceContext } from '../../delivery/announce-report.ts';
import type { Log } from '../../shared/log.ts';

export function createDeliveryLog(log: Log): Pick<AnnounceContext, 'onFailed' | 'onAccepted'> {
  return {
    onFailed: (channel, failure) => {
      log.error('notification failed', failure, { channel });
      log.metrics({ DeliveriesFailed: 1 }, { channel });
    },
    onAccepted: (channel) => {
      log.info('accepted, delivery unknown', { channel, status: 202 });
    },
  };
}
