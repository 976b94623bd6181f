// The sample company: one number makes the same company, and the same past whatever the clock says.
// It hides that a survey's feedback is made when somebody first asks for it.
import { createHash } from 'node:crypto';
import type { Columns } from './event-columns.ts';
import type { Survey } from '../company.ts';
import { createColumnsBuilder } from './columns-builder.ts';
import { createMemoryStore } from './sample-store.ts';
import type { Company, Credential } from '../company-store.ts';
import { addFeedback, type Days } from './sample-feedback.ts';
import { dayNumber, firstDayOf, quarterOf, type Quarter } from './quarter.ts';
import { createSampleStructure, type SampleStructure } from './sample-structure.ts';

/**
 * Feedback of that many full quarters is kept: 52 weeks, each with the 12 weeks before it. A quarter's
 * change drops the oldest one and adds a pop-up shop; it alters nothing in the weeks that stay.
 */
const quartersOfFeedback = 5;
const tamperDelayMs = 3000;

export interface SampleCompany {
  readonly company: Company;
  /** Made from the seed: they guard nothing but made-up data. */
  readonly clientId: string;
  readonly token: string;
}

export interface SampleOptions {
  /** A whole number. */
  readonly seed: number;
  /** UTC ms; what lies after it has not happened yet. */
  readonly clock: () => number;
  /** In place of the token that the seed makes. */
  readonly token?: string;
}

interface GeneratedQuarter extends SampleStructure {
  readonly quarter: Quarter;
  readonly columns: Map<number, Columns>;
}

export function sampleCompany({ seed, clock, token: given }: SampleOptions): SampleCompany {
  let era: GeneratedQuarter | undefined;

  function current(): GeneratedQuarter {
    const quarter = quarterOf(clock());
    if (era?.quarter !== quarter) {
      era = { quarter, columns: new Map(), ...createSampleStructure(seed, quarter) };
    }
    return era;
  }

  function columns(survey: Survey): Columns {
    const { quarter, columns, profiles } = current();
    const known = columns.get(survey.key);
    if (known !== undefined) return known;
    const profile = profiles.get(survey.key);
    const builder = createColumnsBuilder(tamperDelayMs);
    if (profile !== undefined) addFeedback(builder, profile, seed, daysOf(quarter));
    const made = builder.finish();
    columns.set(survey.key, made);
    return made;
  }

  const clientId = `sample-${seed}`;
  const token = given ?? sha256(`sample company ${seed}`, 'base64url').slice(0, 32);
  const credentials: readonly Credential[] = [{ clientId, tokenSha256: sha256(token, 'hex') }];
  const source = { structure: () => current().structure, columns, visibleUntil: clock };
  return {
    company: {
      credentials: () => Promise.resolve(credentials),
      store: createMemoryStore(source, clock),
    },
    clientId,
    token,
  };
}

function daysOf(quarter: Quarter): Days {
  return {
    from: dayNumber(firstDayOf(quarter - quartersOfFeedback)),
    // West of Greenwich the quarter ends later.
    to: dayNumber(firstDayOf(quarter + 1)) + 1,
  };
}

function sha256(text: string, encoding: 'hex' | 'base64url'): string {
  return createHash('sha256').update(text).digest(encoding);
}
