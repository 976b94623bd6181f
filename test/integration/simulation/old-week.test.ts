// A week that the planner no longer covers: a report that could not follow those below it is repaired by a request, as its status says.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkRun } from '../../campaigns/simulation/check-run.ts';
import { fixedFaultPlan } from '../../campaigns/simulation/fault-plan.ts';
import type { AcceptedRequest } from '../../campaigns/simulation/injected-faults.ts';
import { findExpectedFolders } from '../../campaigns/simulation/liveness.ts';
import type { SimulatedDeployment } from '../../campaigns/simulation/simulated-deployment.ts';
import { listFolders } from '../../campaigns/simulation/simulated-folders.ts';
import { scheduleTicks } from '../../campaigns/simulation/simulated-ticks.ts';
import {
  COMPANY,
  OLD_WEEK,
  prepareDeployment,
  SETTLED_AT,
} from '../../campaigns/simulation/starting-state.ts';
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import { findIntactManifest } from '../../../lib/reports/report-repository.ts';
import { createRandom } from '../../support/test-reports.ts';

interface Cause {
  readonly name: string;
  readonly begin: (deployment: SimulatedDeployment) => void;
  readonly end: (deployment: SimulatedDeployment) => void;
}

const CAUSES: readonly Cause[] = [
  {
    name: 'a survey of its folder can’t be read',
    begin: ({ company }) => company.brokenSurveys.add(101),
    end: ({ company }) => company.brokenSurveys.delete(101),
  },
  {
    name: 'it can’t be rendered',
    begin: ({ poisoned }) => poisoned.set(1, 'throws'),
    end: ({ poisoned }) => poisoned.delete(1),
  },
];

describe('a week that the planner no longer covers', () => {
  for (const { name, begin, end } of CAUSES) {
    it(`has a report that did not follow made again on request, after hours in which ${name}`, async () => {
      const deployment = await prepareDeployment(
        SETTLED_AT,
        fixedFaultPlan(createRandom(1), []),
        {},
      );
      const { timeline, safety, repository } = deployment;
      const hoursLater = (hours: number): number => SETTLED_AT + hours * HOUR_MS;
      const acceptedRequests: readonly AcceptedRequest[] = [
        { week: OLD_WEEK, folder: 1, force: false, requestedAt: hoursLater(1) },
        { week: OLD_WEEK, folder: 22, force: true, requestedAt: hoursLater(3) },
      ];
      for (const { requestedAt, ...request } of acceptedRequests) {
        timeline.at(requestedAt, () => void deployment.requestReport(request));
      }
      timeline.at(hoursLater(2), () => {
        begin(deployment);
      });
      timeline.at(hoursLater(6), () => {
        end(deployment);
      });
      const removedFolders = new Set<number>();
      await timeline.run(
        scheduleTicks(deployment, {
          ...{ start: SETTLED_AT, faultsUntil: hoursLater(7), progress: { ticks: 0 } },
          removedFolders,
        }),
      );
      const revisionOf = async (folder: number): Promise<number | undefined> =>
        (await findIntactManifest(repository, { week: OLD_WEEK.name, folder }))?.revision;
      const revisions = async (): Promise<readonly unknown[]> =>
        Promise.all([1, 2, 22].map(revisionOf));
      assert.deepEqual(await revisions(), [1, 2, 2]);

      const folders = listFolders(COMPANY);
      await checkRun(deployment, {
        changes: {
          removedFolders,
          expectedFolders: findExpectedFolders(COMPANY),
          unmovedSurveys: folders.flatMap(({ surveys }) => surveys.map(({ key }) => key)),
          hasChanges: false,
        },
        acceptedRequests,
      });
      assert.deepEqual(safety.violations, []);
      assert.deepEqual(await revisions(), [2, 3, 3], 'all below are made again with it');
    });
  }
});
