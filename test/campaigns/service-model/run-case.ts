// Runs random cases against the service until one fails, and reports the shrunk case.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc } from '../../support/property-settings.ts';
import {
  caseOf,
  casePicks,
  orderAfter,
  removalBefore,
  stateAfter,
  upkeepAfter,
  type ModelCase,
} from './model-case.ts';
import { findFault, type ServiceModule } from './check-answers.ts';

export interface Campaign {
  readonly runs: number;
  readonly seed: number;
  readonly database?: string | undefined;
  readonly onRun?: () => void;
  readonly shrinking?: boolean;
  readonly serviceModule?: ServiceModule | undefined;
}

/** The shrunk counter-example as text; undefined: the service is as the model says. */
export async function campaign(options: Campaign): Promise<string | undefined> {
  const { runs, seed, database, onRun, serviceModule, shrinking = true } = options;
  const root = await mkdtemp(join(tmpdir(), 'feedback-model-'));
  let count = 0;
  try {
    const outcome = await fc.check(
      fc.asyncProperty(casePicks, async (picks) => {
        count += 1;
        onRun?.();
        const fault = await findFault(caseOf(picks), {
          directory: join(root, String(count)),
          database,
          serviceModule,
        });
        if (fault !== undefined) throw new Error(fault);
      }),
      { numRuns: runs, seed, endOnFailure: !shrinking },
    );
    if (!outcome.failed) return undefined;
    const [picks] = outcome.counterexample ?? [];
    const { errorInstance: error } = outcome;
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const description = picks === undefined ? '' : describe(caseOf(picks));
    return `seed ${seed}, path ${outcome.counterexamplePath ?? '?'}, company ${outcome.numRuns}, ${outcome.numShrinks} times shrunk\n${description}\n${reason}`;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function describe(modelCase: ModelCase): string {
  const { companies, now, caps, restarts } = modelCase;
  return [
    `clock ${new Date(now).toISOString()}, caps ${JSON.stringify(caps)}, restarts ${JSON.stringify(restarts)}`,
    ...companies.flatMap((companyCase) => {
      const { name, starts } = companyCase;
      return starts.flatMap((files, index) => [
        `start ${index + 1}`,
        `${name}/company.json ${JSON.stringify(stateAfter(modelCase, companyCase, index + 1).company)}`,
        ...files.map((file) => `${name}/${file.name}\n${file.content}`),
        `removed before ${JSON.stringify(removalBefore(companyCase, index + 1) ?? null)}, then ${upkeepAfter(companyCase, index + 1) ?? ''}`,
        `then forgets ${JSON.stringify(orderAfter(modelCase, companyCase, index + 1)?.order ?? null)}`,
      ]);
    }),
  ].join('\n');
}
