// Commands for model-based tests of a week's reports: ticks, crashes, broken surveys, requests, links and pruning.
import assert from 'node:assert/strict';
import { fc } from '../../support/property-settings.ts';
import { createRevisionLink } from '../../../lib/links/make-link.ts';
import { firstWeekToKeep } from '../../../lib/reports/prune-weeks.ts';
import { findIntactManifest } from '../../../lib/reports/report-repository.ts';
import { DAY_MS, HOUR_MS, weeksFrom } from '../../../lib/domain/calendar.ts';
import { createRandom } from '../../support/test-reports.ts';
import type { CallFault, FaultPlan } from './fault-plan.ts';
import { fixedFaultPlan } from './fault-plan.ts';
import type { SimulatedDeployment } from './simulated-deployment.ts';
import type { WeekModel } from './queue-model.ts';
import { createLinkContext } from './simulated-links.ts';
import {
  listFoldersBelow,
  compareWithDeployment,
  createEmptyModel,
  FOLDER_KEYS,
  makeReports,
  SURVEY_KEYS,
} from './queue-model.ts';
import { prepareDeployment, SETTLED_AT, WEEK } from './starting-state.ts';

interface Real {
  readonly deployment: SimulatedDeployment;
  readonly faultPlan: ArmedFaultPlan;
}

interface ArmedFaultPlan extends FaultPlan {
  nextFault: { calls: number; fault: CallFault } | null;
}

class Command implements fc.AsyncCommand<WeekModel, Real> {
  readonly name: string;
  readonly apply: (model: WeekModel, real: Real) => Promise<void>;
  constructor(name: string, apply: (model: WeekModel, real: Real) => Promise<void>) {
    this.name = name;
    this.apply = apply;
  }
  check(): boolean {
    return true;
  }
  async run(model: WeekModel, real: Real): Promise<void> {
    await this.apply(model, real);
    await compareWithDeployment(model, real.deployment);
  }
  toString(): string {
    return this.name;
  }
}

async function runUntilIdle({ deployment }: Real): Promise<void> {
  await deployment.timeline.run(() => deployment.isIdle());
}

async function advance({ deployment }: Real, ms: number): Promise<void> {
  const until = deployment.timeline.now() + ms;
  deployment.timeline.after(ms, () => undefined);
  await deployment.timeline.run(() => deployment.timeline.now() >= until);
}

/** Whether the planner covers the week, now and after this time. */
function isPlanned({ deployment }: Real, afterMs = 0): boolean {
  return deployment.timeline.now() + afterMs <= SETTLED_AT + 8 * DAY_MS;
}

/** Runs ticks until one has nothing to do. */
async function tick(model: WeekModel, real: Real): Promise<void> {
  for (let i = 0; i < 3; i += 1) {
    await advance(real, HOUR_MS);
    if (!isPlanned(real)) return;
    void real.deployment.tick(real.deployment.timeline.now());
    await runUntilIdle(real);
    makeReports(model, FOLDER_KEYS, new Set());
  }
}

async function crashDuringTick(
  model: WeekModel,
  real: Real,
  calls: number,
  fault: CallFault,
): Promise<void> {
  if (!isPlanned(real, DAY_MS)) return;
  model.allowsExtraRevisions = true;
  real.faultPlan.nextFault = { calls, fault };
  void real.deployment.tick(real.deployment.timeline.now());
  await runUntilIdle(real);
  real.faultPlan.nextFault = null;
  // The killed tick may have lost jobs; the planner enqueues them again after six hours.
  await advance(real, 7 * HOUR_MS);
  await tick(model, real);
}

async function regenerate(model: WeekModel, real: Real, key: number): Promise<void> {
  await advance(real, HOUR_MS);
  const { deployment } = real;
  const answer = deployment.requestReport({ week: WEEK, folder: key, force: true });
  await runUntilIdle(real);
  assert((await answer) !== null, 'the request was accepted');
  const foldersBelow = listFoldersBelow(key);
  const foldersAbove = FOLDER_KEYS.filter(
    (candidate) => candidate !== key && listFoldersBelow(candidate).has(key),
  );
  makeReports(model, [...foldersBelow, ...foldersAbove], foldersBelow);
  await tick(model, real);
}

async function createLink(model: WeekModel, { deployment }: Real, key: number): Promise<void> {
  const manifest = await findIntactManifest(deployment.repository, {
    week: WEEK.name,
    folder: key,
  });
  if (manifest === null) return;
  const { url, expiresAt } = await createRevisionLink(createLinkContext(deployment), manifest, 5);
  const token = url.split('/').at(-1) ?? '';
  const expires = Date.parse(expiresAt);
  model.links.push({ token, sha256: manifest.files.json.sha256, expires });
}

async function prune(model: WeekModel, real: Real): Promise<void> {
  const { deployment } = real;
  const week = firstWeekToKeep(deployment.timeline.now(), deployment.settleHours);
  if (week.monday < weeksFrom(WEEK, 1).monday) return;
  const pruning = deployment.prune(WEEK);
  await runUntilIdle(real);
  assert(await pruning);
  model.reports.clear();
  model.outdatedFolders.clear();
}

function commands(): fc.Arbitrary<fc.AsyncCommand<WeekModel, Real>>[] {
  const command = (name: string, apply: Command['apply']): Command => new Command(name, apply);
  const folder = fc.constantFrom(...FOLDER_KEYS);
  const survey = fc.constantFrom(...SURVEY_KEYS);
  const faults = fc.constantFrom<CallFault>('crash before', 'crash after');
  return [
    fc.constant(command('tick', tick)),
    fc
      .tuple(fc.nat({ max: 120 }), faults)
      .map(([n, fault]) =>
        command(`${fault} ${n}`, (model, real) => crashDuringTick(model, real, n, fault)),
      ),
    survey.map((key) =>
      command(`break ${key}`, (model, { deployment }) => {
        model.brokenSurveys.add(key);
        deployment.company.brokenSurveys.add(key);
        return Promise.resolve();
      }),
    ),
    survey.map((key) =>
      command(`repair ${key}`, (model, { deployment }) => {
        model.brokenSurveys.delete(key);
        deployment.company.brokenSurveys.delete(key);
        return Promise.resolve();
      }),
    ),
    folder.map((key) =>
      command(`regenerate ${key}`, (model, real) => regenerate(model, real, key)),
    ),
    folder.map((key) => command(`link ${key}`, (model, real) => createLink(model, real, key))),
    fc.constant(command('days pass', (_model, real) => advance(real, 2 * DAY_MS))),
    fc.constant(command('prune', prune)),
  ];
}

function createArmedFaultPlan(seed: number): ArmedFaultPlan {
  const noFaults = fixedFaultPlan(createRandom(seed), []);
  const faultPlan: ArmedFaultPlan = {
    ...noFaults,
    nextFault: null,
    callFault(target) {
      if (faultPlan.nextFault === null) return null;
      faultPlan.nextFault.calls -= 1;
      const { calls, fault } = faultPlan.nextFault;
      if (calls >= 0) return null;
      faultPlan.nextFault = null;
      faultPlan.record(`${fault} of ${target}`);
      return fault;
    },
  };
  return faultPlan;
}

/** Throws with the shortest sequence of commands after which code and model differ. */
export async function compareWithModel(options: {
  readonly seed: number;
  readonly runs: number;
  readonly size: number;
}): Promise<void> {
  const { seed, runs, size } = options;
  const sequences = fc.commands(commands(), { maxCommands: size, size: 'max' });
  await fc.assert(
    fc.asyncProperty(sequences, fc.nat(), async (sequence, seed) => {
      const faultPlan = createArmedFaultPlan(seed);
      const deployment = await prepareDeployment(SETTLED_AT, faultPlan, {});
      const model = createEmptyModel();
      await fc.asyncModelRun(() => ({ model, real: { deployment, faultPlan } }), sequence);
    }),
    { seed, numRuns: runs },
  );
}
