// Random cases (fast-check) that are the same in every run of the suite, so that only a change of the code changes its
// outcome. `npm run campaign properties` uses other seeds. `npm test` has the first of the cases that the gate has.
import * as fc from 'fast-check';

export * from 'fast-check';

const seedSetting = process.env['PROPERTY_SEED'];
export const SEED = seedSetting === undefined ? 20_261_122 : Number(seedSetting);

fc.configureGlobal({ seed: SEED });

/** Set by the suite where it leaves out the long tests. */
const SHARE = Number(process.env['PROPERTY_SHARE'] ?? 1);
/** fast-check's own. */
const DEFAULT_RUNS = 100;
/** Of a property that has as many. */
const FEWEST_RUNS = 10;

export function assert<Ts>(
  property: fc.IAsyncProperty<Ts>,
  settings?: fc.Parameters<Ts>,
): Promise<void>;
export function assert<Ts>(property: fc.IProperty<Ts>, settings?: fc.Parameters<Ts>): void;
export function assert<Ts>(
  property: fc.IRawProperty<Ts>,
  { numRuns = DEFAULT_RUNS, ...settings }: fc.Parameters<Ts> = {},
): Promise<void> | void {
  const runs = Math.max(Math.ceil(numRuns * SHARE), Math.min(numRuns, FEWEST_RUNS));
  return fc.assert(property, { ...settings, numRuns: runs });
}
