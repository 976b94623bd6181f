// Checks that every number on a page follows from a formula for its position.
import type { Page } from '../../../../../lib/adapters/pdf/page-elements.ts';
import type { Report } from '../../../../../lib/domain/report.ts';
import type { Spot } from './text-positions.ts';
import { spotsOf } from './text-positions.ts';
import type { ExpectedItem, Formula, Subject } from './subjects.ts';
import { subjectOf } from './subjects.ts';

/** Digits with separators, an optional sign and per cent; the dash of a range is not a sign. */
const NUMBER = /(?:(?<![^\s([])[+−-])?\d+(?:[.,:]\d+)*%?/gu;

interface Numbers {
  readonly names: readonly string[];
  readonly byColumn: ReadonlyMap<string, readonly string[]>;
}

export interface Checked {
  readonly numbers: number;
  /** Texts with a number that no formula for their position gives. */
  readonly unknown: readonly string[];
  /** Names of formulas that gave a number. */
  readonly used: ReadonlySet<string>;
}

/** Creates a checker for the pages of a report; results are cached for equal texts. */
export function createChecker(
  report: Report,
  formulas: readonly Formula[],
): (pages: readonly Page[]) => Checked {
  const subjects = createCache<Subject>();
  const entries = createCache<readonly Numbers[]>();
  const matches = createCache<Match>();

  const findMatch = (spot: Spot, place: string, where: string): Match => {
    const subject = subjects(place, () => subjectOf(spot, report));
    for (const formula of formulas.filter((candidate) => appliesTo(candidate, spot))) {
      const numbers = entries(`${formula.name} ${where}`, () =>
        formula.entries(subject, spot).map(numbersIn),
      );
      const entry = numbers.find((candidate) => matchesSpot(candidate, spot));
      if (entry !== undefined) return { formula: formula.name, entry };
    }
    return null;
  };

  return (pages) => {
    const unknown: string[] = [];
    const usedFormulas = new Set<string>();
    let numbers = 0;
    for (const spot of spotsOf(pages, report)) {
      const text = [...spot.cells.values()].join(' | ');
      const count = tokensOf(text).length;
      if (count === 0) continue;
      numbers += count;
      const place = `${spot.survey?.key ?? spot.place}, ${spot.what} under '${spot.section}'`;
      const where = `${place} ${spot.page} ${spot.earlier.length} ${spot.rows} ${spot.surveys}`;
      const match = matches(`${where} ${text}`, () => findMatch(spot, place, where));
      if (match === null) unknown.push(`page ${spot.page}, ${place}: ${text}`);
      else if (hasNumbers(match.entry)) usedFormulas.add(match.formula);
    }
    return { numbers, unknown, used: usedFormulas };
  };
}

/** The matching formula, or null when there is none. */
type Match = { readonly formula: string; readonly entry: Numbers } | null;

function createCache<T>(): (name: string, make: () => T) => T {
  const values = new Map<string, { readonly value: T }>();
  return (name, make) => {
    const entry = values.get(name) ?? { value: make() };
    values.set(name, entry);
    return entry.value;
  };
}

function appliesTo(formula: Formula, { place, what, section }: Spot): boolean {
  return formula.places.includes(place) && formula.what === what && formula.under(section);
}

function hasNumbers({ byColumn }: Numbers): boolean {
  return [...byColumn.values()].some((numbers) => numbers.length > 0);
}

function tokensOf(text: string): readonly string[] {
  return text.match(NUMBER) ?? [];
}

function numbersIn({ names, says }: ExpectedItem): Numbers {
  const columns = Object.entries(says);
  return {
    names: names.filter((name) => /\d/.test(name)).sort((a, b) => b.length - a.length),
    byColumn: new Map(columns.map(([column, text]) => [column, tokensOf(text)])),
  };
}

function matchesSpot({ names, byColumn }: Numbers, { cells }: Spot): boolean {
  return [...cells].every(([column, text]) => {
    const remaining = withoutNames(text, names);
    const shownNumbers = tokensOf(remaining);
    const expected = byColumn.get(column) ?? [];
    if (!remaining.trimEnd().endsWith('…')) return shownNumbers.join(' ') === expected.join(' ');
    // A cut text only needs to match as far as it goes.
    return expected.join(' ').startsWith(shownNumbers.join(' '));
  });
}

/** The text without names, including names that are cut. */
function withoutNames(text: string, names: readonly string[]): string {
  let remainingText = text;
  for (const name of names) {
    remainingText = remainingText.replaceAll(name, ' ');
    for (let end = name.length - 1; end > 0 && remainingText.includes('…'); end -= 1) {
      remainingText = remainingText.replaceAll(`${name.slice(0, end).trimEnd()}…`, ' ');
    }
  }
  return remainingText;
}
