// An alert's parameters, which reports repeat as they came: plain JSON, and bounded, since alerts come by the thousand.
import type { AlertParameters, ParameterValue } from '../../domain/facts.ts';

/** The document knows nine parameters of a word and a number each. */
const MAX_VALUES = 100;
const MAX_CHARACTERS = 1_000;

/** Empty for none; null when they are no object, have a number beyond a double, or are more than the bounds allow. */
export function readParameters(value: unknown): AlertParameters | null {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) return null;
  const budget: Budget = { values: MAX_VALUES, characters: MAX_CHARACTERS };
  return readFields(value, budget);
}

interface Budget {
  values: number;
  characters: number;
}

/** Undefined where it can't be taken: null is a value. */
function readValue(value: unknown, budget: Budget): ParameterValue | undefined {
  budget.values -= 1;
  if (budget.values < 0) return undefined;
  switch (typeof value) {
    case 'string':
      return isWithin(value, budget) ? value : undefined;
    case 'number':
      return Number.isFinite(value) ? value : undefined;
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      return (
        (Array.isArray(value) ? readItems(value, budget) : readFields(value, budget)) ?? undefined
      );
    default:
      return undefined;
  }
}

function readItems(values: readonly unknown[], budget: Budget): readonly ParameterValue[] | null {
  const items: ParameterValue[] = [];
  for (const value of values) {
    const item = readValue(value, budget);
    if (item === undefined) return null;
    items.push(item);
  }
  return items;
}

function readFields(
  value: object,
  budget: Budget,
): Readonly<Record<string, ParameterValue>> | null {
  const fields: [string, ParameterValue][] = [];
  for (const [name, content] of Object.entries(value)) {
    const read = isWithin(name, budget) ? readValue(content, budget) : undefined;
    if (read === undefined) return null;
    fields.push([name, read]);
  }
  return Object.fromEntries(fields);
}

function isWithin(text: string, budget: Budget): boolean {
  budget.characters -= text.length;
  return budget.characters >= 0;
}
