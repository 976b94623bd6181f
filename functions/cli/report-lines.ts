// A report in a terminal: the headline, what it is about, and the places of each section in columns.
import type {
  CommonView,
  FolderView,
  NotesView,
  PlaceView,
  ReportView,
  Row,
  Section,
  SurveyView,
} from '../../lib/view/report-view.ts';
import type {
  FigureTexts,
  NothingLeft,
  PartsOf,
  RowOf,
  SurveyPartsOf,
} from '../../lib/view/view-parts.ts';
import { renderParts } from '../../lib/view/view-parts.ts';
import { cutText, padText, widestOf, wrapText } from './text-columns.ts';

export interface Layout {
  /** Columns of the terminal; Infinity for a file or a program. */
  readonly width: number;
  /** Also the places that are as usual. */
  readonly showAll: boolean;
  readonly bold: (text: string) => string;
}

export function reportLines(view: ReportView, layout: Layout): readonly string[] {
  const lines =
    view.kind === 'folder'
      ? renderParts(view, FOLDER, { ...layout, view })
      : renderParts(view, PLACE, { ...layout, view });
  return lines.flat();
}

/** Whether `reportLines` shows every place. */
export function listsAll(view: ReportView, layout: Layout): boolean {
  return view.kind === 'place' || view.sections.every((section) => isListed(section, layout));
}

/** The states whose places are listed; the others are counted. */
function isListed({ state }: Pick<Section, 'state'>, { showAll }: Layout): boolean {
  return showAll || state !== 'usual';
}

interface Context<View> extends Layout {
  readonly view: View;
}

const COMMON: PartsOf<
  Pick<CommonView, 'path' | 'period' | 'notices'>,
  'terminal',
  readonly string[],
  Layout
> = {
  // With the name.
  path: () => [],
  period: () => [],
  notices: (notices, layout) => [...paragraphs(notices, layout), ''],
};

const FOLDER: PartsOf<FolderView, 'terminal', readonly string[], Context<FolderView>> = {
  finding: ({ headline }, layout) => headlineLines(headline, layout),
  name(_, { view, ...layout }) {
    if (view.figure === null) return joinTexts(placeTexts(view), ' · ', layout);
    const { value, compared, responses } = figureTexts(view.figure);
    const figure = [join(', ', value, compared), responses];
    return joinTexts([...placeTexts(view), ...figure], ' · ', layout);
  },
  // With the name.
  figure: () => [],
  ...COMMON,
  sections(sections, layout) {
    const listed = sections.filter((section) => isListed(section, layout));
    const format = rowFormat(
      listed.flatMap(({ rows }) => rows),
      layout,
    );
    return listed.flatMap(({ title, rows }) => [
      layout.bold(`${title}  ${rows.length}`),
      ...rows.flatMap(format),
    ]);
  },
  counts(counts, layout) {
    const others = counts.filter((section) => section.count === 0 || !isListed(section, layout));
    return joinTexts(
      others.map(({ title, count }) => `${title}  ${count}`),
      '     ',
      layout,
    );
  },
  lines: (lines, layout) =>
    paragraphs(
      lines.map(({ lead, text }) => join(' ', lead, text)),
      layout,
    ),
  notes: notesLines,
};

const PLACE: PartsOf<PlaceView, 'terminal', readonly string[], Context<PlaceView>> = {
  finding: ({ headline, details }, layout) => [
    ...headlineLines(headline, layout),
    ...paragraphs(details, layout),
  ],
  name: (_, { view, ...layout }) => joinTexts(placeTexts(view), ' · ', layout),
  ...COMMON,
  surveys: (surveys, layout) =>
    surveys.flatMap((survey) => {
      const context = { ...layout, survey, isOneOfSeveral: surveys.length > 1 };
      return renderParts(survey, SURVEY, context).flat();
    }),
  alerts: (alerts, layout) =>
    alerts === null ? [] : paragraphs([alerts.summary, alerts.good], layout),
  remarks: paragraphs,
  notes: notesLines,
};

interface SurveyContext extends Layout {
  readonly survey: SurveyView;
  readonly isOneOfSeveral: boolean;
}

const SURVEY: SurveyPartsOf<'terminal', readonly string[], SurveyContext> = {
  question: (question, { survey, ...layout }) =>
    headlineLines(join(' · ', question, survey.position), layout),
  // With the question.
  position: () => [],
  // That of the only survey is the finding of the place.
  finding: ({ headline, details }, { isOneOfSeveral, ...layout }) =>
    isOneOfSeveral ? paragraphs([headline, ...details], layout) : [],
  figure: (figure, layout) => {
    if (figure === null) return [];
    const { value, compared, responses } = figureTexts(figure);
    return joinTexts([value, compared, responses], ' · ', layout);
  },
  checks: (checks, layout) =>
    checks === null
      ? []
      : [
          ...paragraphs([checks.title], layout),
          ...checks.items.flatMap((item) => wrapText(item, layout.width, GAP)),
        ],
  parts: paragraphs,
};

function figureTexts(figure: FigureTexts): Record<'value' | 'compared' | 'responses', string> {
  const { label, text, uncertainty, compared, responses, usualResponses, ...others } = figure;
  others satisfies NothingLeft;
  return {
    value: `${label}: ${join(' ', text, uncertainty)}`,
    compared,
    responses: join(', ', responses, usualResponses),
  };
}

// ── rows ────────────────────────────────────────────────────────────────────────────────────────

/** Of a name in a terminal that is wide enough. */
const NAME_WIDTH = 40;
/** A reason that has fewer columns stands below its place. */
const REASON_WIDTH = 40;
const WEEKS = 13;
const GAP = '  ';

/** One format for all rows of a list, so that their columns are straight across its sections. */
function rowFormat(
  rows: readonly Row[],
  { width, bold }: Layout,
): (row: RowOf<'terminal'>) => readonly string[] {
  const nameOf = namesOf(rows);
  const nowWidth = widestOf(rows.map(({ now }) => now));
  const comparedWidth = widestOf(rows.map(({ compared }) => compared));
  const otherWidth = nowWidth + comparedWidth + WEEKS + 4 * GAP.length;
  const widestName = widestOf(rows.map(nameOf));
  const nameWidth =
    width === Infinity ? widestName : Math.min(widestName, NAME_WIDTH, width - otherWidth);
  const isBeside = width - nameWidth - otherWidth - GAP.length >= REASON_WIDTH;
  return (row) => {
    const { name, suffix, path, now, compared, own, trend, ...texts } = row;
    const { reason, shortReason, owner, note, noteSignature, ...others } = texts;
    others satisfies NothingLeft;
    const cells = [
      GAP + padText(cutText(nameOf({ name, suffix, path }), nameWidth), nameWidth),
      now === '' ? padText('', nowWidth) : bold(padText(now, nowWidth, 'right')),
      padText(compared, comparedWidth),
      blocksOf(trend),
    ].join(GAP);
    const shown = isBeside ? shortReason : reason;
    // The usual range of another kind of index stands beside its figure.
    const ownText = shown.startsWith(own) ? '' : own;
    const signed = note === '' ? '' : `${note} (${noteSignature})`;
    const text = join(' · ', ownText, shown, ownerText(owner), signed);
    return isBeside && text !== ''
      ? wrapText(text, width, cells + GAP)
      : [cells.trimEnd(), ...wrapText(text, width, GAP + GAP)];
  };
}

/** Rows with the same name also have their path. */
function namesOf(rows: readonly Row[]): (row: Pick<Row, 'name' | 'suffix' | 'path'>) => string {
  const shortName = ({ name, suffix }: Pick<Row, 'name' | 'suffix'>): string =>
    join(' · ', name, suffix);
  const byName = Map.groupBy(rows, shortName);
  return (row) => {
    const name = shortName(row);
    const isUnique = byName.get(name)?.length === 1 || row.path === '';
    return isUnique ? name : `${name} (${row.path})`;
  };
}

const BLOCKS = '▁▂▃▄▅▆▇█';
/** What the lowest and the highest block stand for, as the small charts of other surfaces. */
const [LOWEST, HIGHEST] = [15, 85];

function blocksOf(trend: Row['trend']): string {
  const step = (HIGHEST - LOWEST) / BLOCKS.length;
  const blocks = trend.map((value) => {
    if (value === null) return ' ';
    const position = Math.floor((value - LOWEST) / step);
    return BLOCKS.charAt(Math.min(Math.max(position, 0), BLOCKS.length - 1));
  });
  return padText(blocks.join(''), WEEKS, 'right');
}

function ownerText(owner: Row['owner']): string {
  return owner === null ? '' : join(' ', owner.name, owner.since);
}

// ── lines ───────────────────────────────────────────────────────────────────────────────────────

function placeTexts({ name, path, period }: ReportView): readonly string[] {
  return [name, path.map((folder) => folder.name).join(' › '), period];
}

function headlineLines(headline: string, { width, bold }: Layout): readonly string[] {
  return wrapText(headline, width).map(bold);
}

function paragraphs(texts: readonly string[], { width }: Layout): readonly string[] {
  return texts.flatMap((text) => wrapText(text, width));
}

function notesLines(notes: NotesView | null, layout: Layout): readonly string[] {
  if (notes === null) return [];
  const { owner } = notes;
  return paragraphs(
    [
      ...(owner === null ? [] : [join(' ', owner.name, owner.since)]),
      ...notes.notes.map(({ text, signature }) => `${text} (${signature})`),
    ],
    layout,
  );
}

/** The texts that are not empty. */
function join(separator: string, ...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(separator);
}

/** Lines of whole texts, with the separator between those of a line. */
function joinTexts(
  texts: readonly string[],
  separator: string,
  { width }: Layout,
): readonly string[] {
  const lines: string[] = [];
  for (const text of texts.filter((part) => part !== '')) {
    const longer = join(separator, lines.at(-1) ?? '', text);
    if (lines.length > 0 && widestOf([longer]) <= width) lines[lines.length - 1] = longer;
    else lines.push(text);
  }
  return lines.flatMap((line) => (widestOf([line]) <= width ? [line] : wrapText(line, width)));
}
