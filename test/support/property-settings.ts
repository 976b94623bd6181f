// Random cases (fast-check) that are the same in every run of the suite, so that its outcome tells of the code and not
// of the dice. `npm run campaign properties` throws others.
import fc from 'fast-check';

const seedSetting = process.env['PROPERTY_SEED'];
/** Of everything that a test chooses by chance. */
export const SEED = seedSetting === undefined ? 20_261_122 : Number(seedSetting);

fc.configureGlobal({ seed: SEED });
export { fc };
