// Parses an alert's parameters: plain JSON of bounded size, which reports contain unchanged.
import type { AlertParameters, ParameterValue } from '../../domain/report-inputs.ts';

/** The API documentation lists nine parameters, each a word or a number. */
const MAX_VALUES = 100;
const MAX_CHARACTERS = 1_000;

/** Empty when absent; null when it is not an object, contains an infinite number, or exceeds the bounds. */
export function parseAlertParameters(value: unknown): AlertParameters | null {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) return null;
  const budget: Budget = { values: MAX_VALUES, characters: MAX_CHARACTERS };
  return parseFields(value, budget);
}

interface Budget {
  values: number;
  characters: number;
}

/** Undefined when invalid, since null is a valid value. */
function parseValue(value: unknown, budget: Budget): ParameterValue | undefined {
  budget.values -= 1;
  if (budget.values < 0) return undefined;
  switch (typeof value) {
    case 'string':
      return takeCharacters(value, budget) ? value : undefined;
    case 'number':
      return Number.isFinite(value) ? value : undefined;
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      return (
        (Array.isArray(value) ? parseItems(value, budget) : parseFields(value, budget)) ?? undefined
      );
    default:
      return undefined;
  }
}

function parseItems(values: readonly unknown[], budget: Budget): readonly ParameterValue[] | null {
  const items: ParameterValue[] = [];
  for (const value of values) {
    const item = parseValue(value, budget);
    if (item === undefined) return null;
    items.push(item);
  }
  return items;
}

function parseFields(
  value: object,
  budget: Budget,
): Readonly<Record<string, ParameterValue>> | null {
  const fields: [string, ParameterValue][] = [];
  for (const [name, content] of Object.entries(value)) {
    const parsed = takeCharacters(name, budget) ? parseValue(content, budget) : undefined;
    if (parsed === undefined) return null;
    fields.push([name, parsed]);
  }
  return Object.fromEntries(fields);
}

function takeCharacters(text: string, budget: Budget): boolean {
  budget.characters -= text.length;
  return budget.characters >= 0;
}
