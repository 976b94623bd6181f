// Guesses what the columns of a vendor's CSV file are, for a draft of mapping.json: by their names in the languages of
// reports, otherwise by their values.
import { orderButtonNames, rankButtonName } from './button-names.ts';
import { normalizeName } from './csv-mapping.ts';
import { normalizeNumber } from './csv-row.ts';
import { maxButtons } from './draft-buttons.ts';
import { allFormats, fittingFormats } from './guess-time-format.ts';

const patterns = {
  device:
    /device|terminal|gerät|kiosk|laite|pääte|enhet|appareil|borne|dispositivo|aparato|端末|機器|جهاز/,
  time: /date|time|datum|zeit|uhr|created|submitted|^when$|fecha|hora|heure|päiv|aika|\bklo\b|\btid\b|日付|日時|時刻|時間|تاريخ|وقت|ساعة/,
  question:
    /question|frage|pregunta|kysymys|fråga|質問|設問|سؤال|survey|encuesta|enquête|kysely|enkät|アンケート|استبيان/,
  survey:
    /store|site|location|place|branch|shop|outlet|caf[eé]|restaurant|hotel|clinic|filial|standort|markt|regi[oó]n|région|tienda|sucursal|magasin|boutique|agence|myymälä|toimipiste|\balue\b|butik|plats|店|拠点|فرع|متجر|موقع/,
  id: /^(id|uuid|.*\b(nr|no|núm)\.?|n[°º]|.+[ _-]id|.*nummer|.*numero|número|番号|رقم)$/,
  button:
    /rating|score|\bnote\b|bewertung|button|smiley|answer|antwort|grade|stimmung|valoraci|puntuaci|calificaci|respuesta|évaluation|réponse|satisfac|zufriedenheit|arvio|vastaus|betyg|\bsvar\b|評価|満足度|回答|تقييم/,
  followUp:
    /reason|grund|category|kategorie|topic|thema|motivo|razón|raison|motif|syy|orsak|anledning|理由|سبب/,
  text: /comment|kommentar|text|feedback|bemerkung|anmerkung|message|notes|comentario|observaci|remarque|kommentti|palaute|コメント|意見|تعليق/,
} as const;

/** In the order that decides between two that match: a `terminal id` is a device, a `store id` is a store. */
const patternNames = [
  'device',
  'time',
  'question',
  'survey',
  'id',
  'button',
  'followUp',
  'text',
] as const;

/** Those of mapping.json, and the name of the question where there are several. */
export const columnRoles = [...patternNames, 'counts'] as const;
type ColumnRole = (typeof columnRoles)[number];
export type Columns = Readonly<Record<ColumnRole, readonly string[]>>;

interface Column {
  readonly name: string;
  /** Of the first records, with empty ones. */
  readonly cells: readonly string[];
}

/**
 * The columns of each role; a column has one role. `records` are the first ones. The columns of `named` are given, and
 * those roles are not guessed.
 */
export function guessColumns(
  header: readonly string[],
  records: readonly (readonly string[])[],
  named: Partial<Columns>,
): Columns {
  const given = new Set(Object.values(named).flat());
  const columns = header
    .map((name, i) => ({ name, cells: records.map((cells) => cells[i]?.trim() ?? '') }))
    .filter(({ name }) => !given.has(name));
  const called = (...roles: readonly (ColumnRole | undefined)[]): readonly Column[] =>
    columns.filter(({ name }) => roles.includes(roleOf(name)));
  const counts =
    named.counts ?? (named.button === undefined ? guessCounts(called('button', undefined)) : []);
  const button = named.button ?? guessButton(called('button'), called('text', undefined));
  const places = named.survey ?? placesOf(called('survey'));
  const questions = named.question ?? called('question').slice(0, 1).map(nameOf);
  const common = {
    device: named.device ?? called('device').slice(0, 1).map(nameOf),
    time: named.time ?? guessTime(called('time'), columns),
    // Surveys without places are taken for places.
    survey: places.length > 0 ? places : questions,
    question: places.length > 0 ? questions : [],
  };
  if (counts.length > 0) {
    return { ...common, counts, ...{ button: [], id: [], followUp: [], text: [] } };
  }
  const texts = called('text').filter(({ name }) => !button.includes(name));
  return {
    ...common,
    ...{ counts, button },
    id: named.id ?? called('id').filter(hasDistinctCells).slice(0, 1).map(nameOf),
    followUp: named.followUp ?? called('followUp').slice(0, 1).map(nameOf),
    text: named.text ?? texts.slice(0, 1).map(nameOf),
  };
}

function roleOf(column: string): ColumnRole | undefined {
  const name = normalizeName(column);
  return patternNames.find((role) => patterns[role].test(name));
}

const nameOf = ({ name }: Column): string => name;

function valuesOf({ cells }: Column): ReadonlySet<string> {
  return new Set(cells.filter((cell) => cell !== ''));
}

function hasDistinctCells(column: Column): boolean {
  return column.cells.length > 0 && valuesOf(column).size === column.cells.length;
}

/** Without the numbers of places that have names, too. */
function placesOf(columns: readonly Column[]): readonly string[] {
  const names = columns.map(nameOf);
  const withoutNumbers = names.filter((name) => !patterns.id.test(normalizeName(name)));
  return withoutNumbers.length > 0 ? withoutNumbers : names;
}

/** The columns of hourly sums, worst first: numbers for four or five buttons. */
function guessCounts(columns: readonly Column[]): readonly string[] {
  const names = columns
    .filter((column) =>
      [...valuesOf(column)].every((value) => /^\d+$/.test(normalizeNumber(value))),
    )
    .map(nameOf);
  const ordered = [
    names.filter((name) => rankButtonName(name) !== undefined),
    names.filter((name) => /\d$/.test(name)),
  ].map(orderButtonNames);
  return ordered.find((order) => order?.length === 4 || order?.length === maxButtons) ?? [];
}

/** A column that is called so and has few values, or any that has names of buttons. */
function guessButton(called: readonly Column[], others: readonly Column[]): readonly string[] {
  const namesButtons = (column: Column): boolean => {
    const names = [...valuesOf(column)];
    return names.length > 1 && names.every((name) => rankButtonName(name) !== undefined);
  };
  const column =
    called.find((one) => valuesOf(one).size <= maxButtons) ??
    [...called, ...others].find(namesButtons) ??
    called[0];
  return column === undefined ? [] : [column.name];
}

/** One column, or a date and a time: the first ones that have a known format. */
function guessTime(called: readonly Column[], all: readonly Column[]): readonly string[] {
  const pairs = called.flatMap((one) => called.map((other) => [one, other]));
  const candidates = [
    ...called.map((one) => [one]),
    ...pairs.filter(([one, other]) => one !== other),
    ...all.map((one) => [one]),
  ];
  return (candidates.find(haveKnownFormat) ?? called).map(nameOf);
}

const checkedTimes = 20;

function haveKnownFormat(columns: readonly Column[]): boolean {
  const times = (columns[0]?.cells ?? [])
    .slice(0, checkedTimes)
    .map((_, i) => columns.map(({ cells }) => cells[i] ?? '').join(' '));
  return times.some((time) => fittingFormats(allFormats(), time).length > 0);
}
