// Finds every number of a page among the formulas of its place. It hides how numbers and names are told from words.
import type { Page } from '../../../../../lib/adapters/pdf/page-elements.ts';
import type { Report } from '../../../../../lib/domain/report.ts';
import type { Spot } from './text-positions.ts';
import { spotsOf } from './text-positions.ts';
import type { Entry, Formula, Subject } from './subjects.ts';
import { subjectOf } from './subjects.ts';

/** Digits with what separates them, a sign before and a per cent behind; the dash of a range is no sign. */
const NUMBER = /(?:(?<![^\s([])[+−-])?\d+(?:[.,:]\d+)*%?/gu;

interface Numbers {
  readonly names: readonly string[];
  readonly byColumn: ReadonlyMap<string, readonly string[]>;
}

export interface Checked {
  readonly numbers: number;
  /** Texts with a number that no formula of their place gives. */
  readonly unknown: readonly string[];
  /** Names of formulas that gave a number. */
  readonly used: ReadonlySet<string>;
}

/** Checks pages of one report, as they were laid out or changed; pages that are alike are cheap. */
export function checkerOf(
  report: Report,
  formulas: readonly Formula[],
): (pages: readonly Page[]) => Checked {
  const subjects = remembered<Subject>();
  const entries = remembered<readonly Numbers[]>();
  const verdicts = remembered<Verdict>();

  const judge = (spot: Spot, place: string, where: string): Verdict => {
    const subject = subjects(place, () => subjectOf(spot, report));
    for (const formula of formulas.filter((one) => speaksOf(one, spot))) {
      const given = entries(`${formula.name} ${where}`, () =>
        formula.entries(subject, spot).map(numbersIn),
      );
      const entry = given.find((one) => isOf(one, spot));
      if (entry !== undefined) return { formula: formula.name, entry };
    }
    return null;
  };

  return (pages) => {
    const unknown: string[] = [];
    const used = new Set<string>();
    let numbers = 0;
    for (const spot of spotsOf(pages, report)) {
      const text = [...spot.cells.values()].join(' | ');
      const found = tokensOf(text).length;
      if (found === 0) continue;
      numbers += found;
      const place = `${spot.survey?.key ?? spot.place}, ${spot.what} under '${spot.section}'`;
      const where = `${place} ${spot.page} ${spot.earlier.length} ${spot.rows} ${spot.surveys}`;
      const verdict = verdicts(`${where} ${text}`, () => judge(spot, place, where));
      if (verdict === null) unknown.push(`page ${spot.page}, ${place}: ${text}`);
      else if (hasNumbers(verdict.entry)) used.add(verdict.formula);
    }
    return { numbers, unknown, used };
  };
}

/** Null: no formula gives the numbers. */
type Verdict = { readonly formula: string; readonly entry: Numbers } | null;

function remembered<T>(): (name: string, make: () => T) => T {
  const known = new Map<string, { readonly value: T }>();
  return (name, make) => {
    const one = known.get(name) ?? { value: make() };
    known.set(name, one);
    return one.value;
  };
}

function speaksOf(formula: Formula, { place, what, section }: Spot): boolean {
  return formula.places.includes(place) && formula.what === what && formula.under(section);
}

function hasNumbers({ byColumn }: Numbers): boolean {
  return [...byColumn.values()].some((numbers) => numbers.length > 0);
}

function tokensOf(text: string): readonly string[] {
  return text.match(NUMBER) ?? [];
}

function numbersIn({ names, says }: Entry): Numbers {
  const columns = Object.entries(says);
  return {
    names: names.filter((name) => /\d/.test(name)).sort((a, b) => b.length - a.length),
    byColumn: new Map(columns.map(([column, text]) => [column, tokensOf(text)])),
  };
}

function isOf({ names, byColumn }: Numbers, { cells }: Spot): boolean {
  return [...cells].every(([column, text]) => {
    const own = without(text, names);
    const shown = tokensOf(own);
    const said = byColumn.get(column) ?? [];
    if (!own.trimEnd().endsWith('…')) return shown.join(' ') === said.join(' ');
    // Of what had no room as much as is there.
    return said.join(' ').startsWith(shown.join(' '));
  });
}

/** The text without names; one that is cut too, as far as it goes. */
function without(text: string, names: readonly string[]): string {
  let rest = text;
  for (const name of names) {
    rest = rest.replaceAll(name, ' ');
    for (let end = name.length - 1; end > 0 && rest.includes('…'); end -= 1) {
      rest = rest.replaceAll(`${name.slice(0, end).trimEnd()}…`, ' ');
    }
  }
  return rest;
}
