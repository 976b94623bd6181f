// What the records of a CSV file have in the columns that a draft is made from.
import { normalizeName } from './csv-mapping.ts';
import { maxButtons } from './draft-buttons.ts';
import type { DraftPlace } from './draft-structure.ts';
import type { Columns } from './guess-columns.ts';
import { allFormats, fittingFormats } from './guess-time-format.ts';

export interface Findings {
  readonly add: (cells: readonly string[]) => void;
  readonly places: readonly DraftPlace[];
  readonly buttons: readonly string[];
  readonly followUps: readonly FoundFollowUp[];
  /** Undefined: ISO 8601. */
  readonly timeFormat: string | undefined;
  readonly notes: readonly string[];
  /** Why no draft can be made. */
  readonly faults: () => readonly string[];
}

interface FoundFollowUp {
  readonly name: string;
  /** The number of its records with each button. */
  readonly counts: ReadonlyMap<string, number>;
}

/** More are values of a wrong column rather than places. */
const maxPlaces = 2_000;
const maxFollowUps = 50;

export function createFindings(header: readonly string[], columns: Columns): Findings {
  const cellsOf = (names: readonly string[]): ((cells: readonly string[]) => readonly string[]) => {
    const indexes = names.map((name) => header.indexOf(name));
    return (cells) => indexes.map((index) => cells[index]?.trim() ?? '');
  };
  const [timeOf, pathOf] = [cellsOf(columns.time), cellsOf(columns.survey)];
  const [questionOf, buttonOf] = [cellsOf(columns.question), cellsOf(columns.button)];
  const followUpOf = cellsOf(columns.followUp);
  const places = new Map<string, DraftPlace>();
  const buttons = new Map<string, string>();
  const followUps = new Map<
    string,
    { readonly name: string; readonly counts: Map<string, number> }
  >();
  let formats = allFormats();
  let otherTimes = 0;

  function add(cells: readonly string[]): void {
    const fitting = fittingFormats(formats, timeOf(cells).join(' '));
    if (fitting.length === 0) {
      // Such as a line with totals at the end.
      otherTimes += 1;
      if (formats.length < allFormats().length) return;
    } else formats = fitting;
    const path = pathOf(cells);
    const [question] = questionOf(cells);
    const names = [...path, ...(question === undefined ? [] : [question])];
    const place = names.map(normalizeName).join('\0');
    if (!places.has(place) && places.size <= maxPlaces && !names.includes('')) {
      places.set(place, { path, question });
    }
    const [button = ''] = buttonOf(cells);
    if (button !== '' && buttons.size <= maxButtons && !buttons.has(normalizeName(button))) {
      buttons.set(normalizeName(button), button);
    }
    const [followUp = ''] = followUpOf(cells);
    if (followUp === '' || followUps.size > maxFollowUps) return;
    const key = normalizeName(followUp);
    const found = followUps.get(key) ?? { name: followUp, counts: new Map<string, number>() };
    const shown = buttons.get(normalizeName(button)) ?? button;
    found.counts.set(shown, (found.counts.get(shown) ?? 0) + 1);
    followUps.set(key, found);
  }

  return {
    add,
    get followUps() {
      return [...followUps.values()];
    },
    get places() {
      return [...places.values()];
    },
    get buttons() {
      return [...buttons.values()];
    },
    get timeFormat() {
      return formats[0];
    },
    get notes() {
      return notesOf(formats, otherTimes, columns);
    },
    faults: () => [
      ...(places.size === 0 ? ['has no record with a place'] : []),
      ...(places.size > maxPlaces
        ? [`has more than ${maxPlaces} places: name their columns with --columns survey=NAME`]
        : []),
      ...(buttons.size > maxButtons
        ? [
            `has more than ${maxButtons} buttons in the column ${JSON.stringify(columns.button[0])}: name another one with --columns button=NAME`,
          ]
        : []),
      ...(followUps.size > maxFollowUps
        ? [
            `has more than ${maxFollowUps} follow-ups in the column ${JSON.stringify(columns.followUp[0])}: name another one with --columns followUp=NAME`,
          ]
        : []),
    ],
  };
}

function notesOf(
  formats: readonly (string | undefined)[],
  otherTimes: number,
  { survey, question }: Columns,
): readonly string[] {
  const startWith = (text: string): boolean =>
    formats.some((format) => format?.startsWith(text) === true);
  return [
    ...(survey.length + question.length === 0
      ? ['no column names places: all records are of one survey']
      : []),
    ...(startWith('M/d') && startWith('d/M')
      ? ['days and months of the times are ambiguous: look at timeFormat in mapping.json']
      : []),
    ...(formats.length === allFormats().length
      ? ['no known format fits the times: set timeFormat in mapping.json']
      : otherTimes > 0
        ? [
            `times of another format than ${formats[0] ?? 'ISO 8601'}: ${otherTimes}; import with --quarantine, or correct them`,
          ]
        : []),
  ];
}
