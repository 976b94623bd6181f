// The alerts of the sample company's surveys, at any time of the clock.
import assert from 'node:assert/strict';
import { companyIndexOf, type Survey } from '../../../lib/feedback-service/company.ts';
import type { ServiceAlert, TimeRange } from '../../../lib/feedback-service/company-store.ts';
import { sampleCompany, type CompanyStore } from '../../../lib/feedback-service/index.ts';
import { collectPages } from '../../support/outcomes.ts';

const dayMs = 86_400_000;
const TYPES = ['feedbackCount', 'indexThreshold', 'negative'];

export function surveysOf(store: CompanyStore): readonly Survey[] {
  return [...companyIndexOf(store.structure()).surveys.values()].map(({ survey }) => survey);
}

export async function alertsOf(
  store: CompanyStore,
  key: number,
  range: TimeRange,
): Promise<readonly ServiceAlert[]> {
  return collectPages(store.alerts(new Set([key]), range));
}

/** There are open and closed ones of each type at twenty times of a quarter, which is counted from the first one of 2025. */
export async function assertAlertsOfEveryType(quarter: number): Promise<void> {
  let at = Date.UTC(2025, quarter * 3);
  const moving = sampleCompany({ seed: 5, clock: () => at }).company.store;
  for (let step = 0; step < 20; step += 1) {
    at = Date.UTC(2025, quarter * 3) + step * 4.474 * dayMs;
    const open = new Set<string>();
    const closedTypes = new Set<string>();
    for (const { key, alertSpecifications } of surveysOf(moving)) {
      if (alertSpecifications.length === 0) continue;
      for (const alert of await alertsOf(moving, key, { start: at - 28 * dayMs, end: at })) {
        (alert.endTime === undefined ? open : closedTypes).add(alert.alertType);
      }
    }
    assert.deepEqual([...open].sort(), TYPES, new Date(at).toISOString());
    assert.deepEqual([...closedTypes].sort(), TYPES, new Date(at).toISOString());
  }
}
