// The cache of a process, which saves reading the plan of a week for each job.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createProcessCache } from '../../../lib/reports/process-cache.ts';
import type { Plan } from '../../../lib/ports/stored-records.ts';

const PLAN: Plan = { week: '2026-W46', folders: [], doneAt: null };

describe('createProcessCache', () => {
  it('returns the plan that was stored last, with its version', () => {
    const cache = createProcessCache();
    cache.storePlan('weeks/a/plan.json', '"1"', PLAN);
    const cached = cache.findPlan('weeks/a/plan.json');
    assert.deepEqual([cached?.plan, cached?.version], [PLAN, '"1"']);
    assert.equal(cache.findPlan('weeks/b/plan.json'), null);
  });
});
