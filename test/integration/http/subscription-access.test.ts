// Who may see what through subscriptions, for any tree, plans and callers: neither a route nor a message shows a report of a
// week that `GET /v1/reports/{week}/{folder}` refuses to the caller that created the subscription.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { planDeliveries } from '../../../lib/delivery/plan-deliveries.ts';
import { processDelivery } from '../../../lib/delivery/process-delivery.ts';
import { findSubscription, writeSubscription } from '../../../lib/delivery/subscription-store.ts';
import { endOfWeekEverywhere, HOUR_MS, parseWeek } from '../../../lib/domain/calendar.ts';
import { requireDelivery } from '../../../lib/http/api-context.ts';
import type { Origin, Subscription } from '../../../lib/ports/subscriptions.ts';
import type { IdentifiedCaller } from '../../../lib/reports/access.ts';
import { activeSubscription, WEBHOOK } from '../../support/delivery/test-subscriptions.ts';
import type { WeekName } from '../../support/http/company-model.ts';
import {
  anyCompany,
  anyHeld,
  commitReports,
  KEYS,
  REPORTED,
  STRANGER,
  WEEKS,
  worldOf,
} from '../../support/http/company-model.ts';
import type { ReportsApiTestContext } from '../../support/http/reports-api-context.ts';
import { fc } from '../../support/property-settings.ts';

const ADMIN: IdentifiedCaller = { folders: null, origin: 'token', id: 'admin' };

/** The weeks of the reports that were sent. */
function recordSent({ sent: { sender } }: ReportsApiTestContext): string[] {
  const weeks: string[] = [];
  sender.answer = (outgoing) => {
    if (outgoing.kind === 'report') weeks.push(outgoing.event.week);
    return Promise.resolve({ state: 'sent', transportId: null });
  };
  return weeks;
}

/** As the planner and the sender do soon after a week. */
async function deliver(testApi: ReportsApiTestContext, name: WeekName): Promise<void> {
  const delivery = requireDelivery(testApi.api);
  const week = parseWeek(name) ?? assert.fail();
  testApi.now = endOfWeekEverywhere(week) + 8 * HOUR_MS;
  await planDeliveries(delivery, week, testApi.now);
  for (const job of testApi.sent.jobs.splice(0)) await processDelivery(delivery, job);
}

async function receiptIn(
  testApi: ReportsApiTestContext,
  week: WeekName,
  { folder, id }: Subscription,
): Promise<readonly unknown[] | null> {
  const stored = await testApi.store.read(`receipts/${week}/${folder}/${id}.json`);
  if (stored === null) return null;
  const { state, reason } = requireDelivery(testApi.api).codecs.receipts.decode(stored.bytes);
  return [state, reason];
}

describe('a subscription', () => {
  let reports: ReadonlyMap<string, Uint8Array> = new Map();
  before(async () => {
    reports = await commitReports();
  });

  const cases = fc.record({
    company: anyCompany,
    held: anyHeld.filter((folders) => folders.length > 0),
    folder: fc.constantFrom(...KEYS, STRANGER),
    origin: fc.constantFrom<Origin>('token', 'signedIn'),
  });

  it('shows its creator, and sends, only reports that the creator may see', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ company, held, folder, origin }) => {
        const testApi = await worldOf(company, reports);
        const holder: IdentifiedCaller = { folders: held, origin, id: 'holder' };
        testApi.sent.tokens.set(holder.id, holder);
        const delivery = requireDelivery(testApi.api);
        const ask = async (method: string, path: string, caller = holder): Promise<number> =>
          (await testApi.ask(method, path, { caller })).status;
        const sees = async (week: WeekName): Promise<boolean> =>
          (await ask('GET', `/v1/reports/${week}/${folder}`)) === 200;
        const seesFolder = (await testApi.ask('GET', '/v1/folders', { caller: holder })).text;
        const isInFolders = seesFolder.includes(`"key":${folder},"parent"`);
        const sentWeeks = recordSent(testApi);

        const subscription = activeSubscription({ ...WEBHOOK, folder }, holder);
        await writeSubscription(delivery, subscription, null);
        const path = `/v1/subscriptions/${subscription.id}`;
        const newest = WEEKS.find((week) => REPORTED[week].includes(folder)) ?? null;
        const seesNewest = newest !== null && (await sees(newest));
        if (!seesNewest) assert.equal(await ask('GET', `${path}/preview`), 404, 'a preview');
        // Also when another caller asks for the message.
        for (const caller of [holder, ADMIN]) {
          const status = await ask('POST', `${path}/test`, caller);
          if (!seesNewest) assert.ok(status >= 400, `a test by ${caller.id}`);
        }
        assert.ok(sentWeeks.every((week) => week === newest && seesNewest));

        for (const week of WEEKS.toReversed()) {
          const stateBefore = (await findSubscription(delivery, subscription.id))?.state;
          sentWeeks.length = 0;
          await deliver(testApi, week);
          const isSent = stateBefore === 'active' && (await sees(week));
          assert.deepEqual(sentWeeks, isSent ? [week] : [], `sent of ${week}`);
          if (stateBefore !== 'active' || !REPORTED[week].includes(folder) || isSent) continue;
          const { state, reason } = (await findSubscription(delivery, subscription.id)) ?? {};
          const [receiptState, receiptReason] =
            (await receiptIn(testApi, week, subscription)) ?? [];
          assert.equal(receiptState, 'skipped');
          const hasEnded = receiptReason === 'ACCESS_ENDED';
          assert.deepEqual(
            [state, reason],
            hasEnded ? ['ended', 'accessEnded'] : ['active', undefined],
          );
          if (isInFolders) assert.ok(!hasEnded, 'a folder that the creator sees now');
        }

        // A message that was missed.
        await delivery.repository.store.remove(`subscriptions/${folder}/${subscription.id}.json`);
        await writeSubscription(delivery, subscription, null);
        for (const week of WEEKS) {
          const key = `receipts/${week}/${folder}/${subscription.id}.json`;
          await delivery.repository.store.remove(key);
          testApi.now += 30 * 24 * HOUR_MS;
          sentWeeks.length = 0;
          for (const caller of [holder, ADMIN]) {
            const status = await ask(
              'POST',
              `/v1/deliveries/${week}/${subscription.id}/send`,
              caller,
            );
            for (const job of testApi.sent.jobs.splice(0)) await processDelivery(delivery, job);
            if (!(await sees(week))) assert.ok(status >= 400, `sending again by ${caller.id}`);
          }
          assert.deepEqual(sentWeeks, (await sees(week)) ? [week] : [], `sent again of ${week}`);
        }
        assert.deepEqual(testApi.faults, []);
      }),
      { numRuns: 120 },
    );
  });
});
