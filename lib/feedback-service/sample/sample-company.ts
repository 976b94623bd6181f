// The sample company, which is generated from a seed. The same seed always has the same past. The
// feedback of a survey is generated when it is first requested.
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
 * The number of full quarters with feedback: enough for 52 weeks, each with the 12 weeks before it. A new
 * quarter drops the oldest and adds a pop-up shop; the feedback of the other quarters does not change.
 */
const quartersOfFeedback = 5;
const tamperDelayMs = 3000;

export interface SampleCompany {
  readonly company: Company;
  /** Derived from the seed: the token protects generated data only. */
  readonly clientId: string;
  readonly token: string;
}

export interface SampleOptions {
  /** A whole number. */
  readonly seed: number;
  /** UTC ms; there is no later feedback. */
  readonly clock: () => number;
  /** Replaces the token that is derived from the seed. */
  readonly token?: string;
}

interface GeneratedQuarter extends SampleStructure {
  readonly quarter: Quarter;
  readonly columns: Map<number, Columns>;
}

export function sampleCompany({ seed, clock, token: givenToken }: SampleOptions): SampleCompany {
  let generated: GeneratedQuarter | undefined;

  function current(): GeneratedQuarter {
    const quarter = quarterOf(clock());
    if (generated?.quarter !== quarter) {
      generated = { quarter, columns: new Map(), ...createSampleStructure(seed, quarter) };
    }
    return generated;
  }

  function columns(survey: Survey): Columns {
    const { quarter, columns, profiles } = current();
    const existingColumns = columns.get(survey.key);
    if (existingColumns !== undefined) return existingColumns;
    const profile = profiles.get(survey.key);
    const builder = createColumnsBuilder(tamperDelayMs);
    if (profile !== undefined) addFeedback(builder, profile, seed, daysOf(quarter));
    const newColumns = builder.finish();
    columns.set(survey.key, newColumns);
    return newColumns;
  }

  const clientId = `sample-${seed}`;
  const token = givenToken ?? sha256(`sample company ${seed}`, 'base64url').slice(0, 32);
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
    // In time zones west of UTC the quarter ends later.
    to: dayNumber(firstDayOf(quarter + 1)) + 1,
  };
}

function sha256(text: string, encoding: 'hex' | 'base64url'): string {
  return createHash('sha256').update(text).digest(encoding);
}
