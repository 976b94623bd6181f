// Commands that change a week's reports and the model of them alike, in any order: ticks, crashes, requests, pruning.
import assert from 'node:assert/strict';
import { fc } from '../../support/property-settings.ts';
import { linkToRevision } from '../../../lib/links/make-link.ts';
import { firstWeekToKeep } from '../../../lib/reports/prune-weeks.ts';
import { readManifest } from '../../../lib/reports/report-repository.ts';
import { DAY_MS, HOUR_MS, weeksFrom } from '../../../lib/domain/calendar.ts';
import { randomFrom } from '../../support/test-reports.ts';
import type { CallFault, Chaos } from './fault-plan.ts';
import { placedFaults } from './fault-plan.ts';
import type { Deployment } from './simulated-deployment.ts';
import type { Model } from './queue-model.ts';
import { linkingOf } from './simulated-links.ts';
import { below, compare, emptyModel, KEYS, make, SURVEYS } from './queue-model.ts';
import { prepared, SETTLED, WEEK } from './starting-state.ts';

interface Real {
  readonly it: Deployment;
  readonly chaos: ArmedChaos;
}

interface ArmedChaos extends Chaos {
  arm: { calls: number; fault: CallFault } | null;
}

class Command implements fc.AsyncCommand<Model, Real> {
  readonly name: string;
  readonly apply: (model: Model, real: Real) => Promise<void>;
  constructor(name: string, apply: (model: Model, real: Real) => Promise<void>) {
    this.name = name;
    this.apply = apply;
  }
  check(): boolean {
    return true;
  }
  async run(model: Model, real: Real): Promise<void> {
    await this.apply(model, real);
    await compare(model, real.it);
  }
  toString(): string {
    return this.name;
  }
}

/** Until nothing is under way. */
async function settle({ it }: Real): Promise<void> {
  await it.timeline.run(() => it.isQuiet());
}

async function pass({ it }: Real, ms: number): Promise<void> {
  const until = it.timeline.now() + ms;
  it.timeline.after(ms, () => undefined);
  await it.timeline.run(() => it.timeline.now() >= until);
}

/** Whether the planner looks at the week, and still will after so long. */
function isWatched({ it }: Real, stillAfterMs = 0): boolean {
  return it.timeline.now() + stillAfterMs <= SETTLED + 8 * DAY_MS;
}

/** Ticks until one finds nothing left to do. */
async function tick(model: Model, real: Real): Promise<void> {
  for (let i = 0; i < 3; i += 1) {
    await pass(real, HOUR_MS);
    if (!isWatched(real)) return;
    void real.it.tick(real.it.timeline.now());
    await settle(real);
    make(model, KEYS, new Set());
  }
}

async function crash(model: Model, real: Real, calls: number, fault: CallFault): Promise<void> {
  if (!isWatched(real, DAY_MS)) return;
  model.isRough = true;
  real.chaos.arm = { calls, fault };
  void real.it.tick(real.it.timeline.now());
  await settle(real);
  real.chaos.arm = null;
  // What the tick has set going before it was killed is not known; a lost job is asked for again after six hours.
  await pass(real, 7 * HOUR_MS);
  await tick(model, real);
}

async function regenerate(model: Model, real: Real, key: number): Promise<void> {
  await pass(real, HOUR_MS);
  const { it } = real;
  const answer = it.ask({ week: WEEK, folder: key, force: true });
  await settle(real);
  assert((await answer) !== null, 'the request was taken');
  const inside = below(key);
  const above = KEYS.filter((one) => one !== key && below(one).has(key));
  make(model, [...inside, ...above], inside);
  await tick(model, real);
}

async function mint(model: Model, { it }: Real, key: number): Promise<void> {
  const manifest = await readManifest(it.repository, { week: WEEK.name, folder: key });
  if (manifest === null) return;
  const { url, expiresAt } = await linkToRevision(linkingOf(it), manifest, 5);
  const token = url.split('/').at(-1) ?? '';
  const expires = Date.parse(expiresAt);
  model.links.push({ token, sha256: manifest.files.json.sha256, expires });
}

async function prune(model: Model, real: Real): Promise<void> {
  const { it } = real;
  const week = firstWeekToKeep(it.timeline.now(), it.settleHours);
  if (week.monday < weeksFrom(WEEK, 1).monday) return;
  const pruned = it.prune(WEEK);
  await settle(real);
  assert(await pruned);
  model.reports.clear();
  model.behind.clear();
}

function commands(): fc.Arbitrary<fc.AsyncCommand<Model, Real>>[] {
  const command = (name: string, apply: Command['apply']): Command => new Command(name, apply);
  const folder = fc.constantFrom(...KEYS);
  const survey = fc.constantFrom(...SURVEYS);
  const faults = fc.constantFrom<CallFault>('crash before', 'crash after');
  return [
    fc.constant(command('tick', tick)),
    fc
      .tuple(fc.nat({ max: 120 }), faults)
      .map(([n, fault]) => command(`${fault} ${n}`, (model, real) => crash(model, real, n, fault))),
    survey.map((key) =>
      command(`break ${key}`, (model, { it }) => {
        model.broken.add(key);
        it.company.broken.add(key);
        return Promise.resolve();
      }),
    ),
    survey.map((key) =>
      command(`mend ${key}`, (model, { it }) => {
        model.broken.delete(key);
        it.company.broken.delete(key);
        return Promise.resolve();
      }),
    ),
    folder.map((key) =>
      command(`regenerate ${key}`, (model, real) => regenerate(model, real, key)),
    ),
    folder.map((key) => command(`link ${key}`, (model, real) => mint(model, real, key))),
    fc.constant(command('days pass', (_model, real) => pass(real, 2 * DAY_MS))),
    fc.constant(command('prune', prune)),
  ];
}

function armedChaos(seed: number): ArmedChaos {
  const calm = placedFaults(randomFrom(seed), []);
  const chaos: ArmedChaos = {
    ...calm,
    arm: null,
    callFault(target) {
      if (chaos.arm === null) return null;
      chaos.arm.calls -= 1;
      const { calls, fault } = chaos.arm;
      if (calls >= 0) return null;
      chaos.arm = null;
      chaos.happened(`${fault} of ${target}`);
      return fault;
    },
  };
  return chaos;
}

/** Fails with the shortest commands after which code and model differ. */
export async function compareWithModel(options: {
  readonly seed: number;
  readonly runs: number;
  readonly size: number;
}): Promise<void> {
  const { seed, runs, size } = options;
  const some = fc.commands(commands(), { maxCommands: size, size: 'max' });
  await fc.assert(
    fc.asyncProperty(some, fc.nat(), async (sequence, of) => {
      const chaos = armedChaos(of);
      const it = await prepared(SETTLED, chaos, {});
      const model = emptyModel();
      await fc.asyncModelRun(() => ({ model, real: { it, chaos } }), sequence);
    }),
    { seed, numRuns: runs },
  );
}
