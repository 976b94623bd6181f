// Reads laid-out pages as spots: paragraphs, table rows, charts and alternative texts, each with its section and survey.
import type { Element, Page, Part } from '../../../../../lib/adapters/pdf/page-elements.ts';
import type { Report, SurveyWeek } from '../../../../../lib/domain/report.ts';
import { messagesFor } from '../../../../../lib/i18n/catalogues.ts';
import { rowOf, runsOf } from '../page-text.ts';

const en = messagesFor('en');

export const PAIN_POINTS = [en.painPoints, en.sharedPainPoints];
export const HIGHLIGHTS = [en.highlights, en.sharedHighlights];
const SECTIONS: readonly string[] = [
  ...Object.values(en.signals.states),
  en.signals.indexKinds,
  en.signals.region.below,
  en.signals.why.title,
  en.signals.funnel.title,
  en.signals.fewOrNoResponses,
  en.trend,
  en.days,
  en.signals.partsOfWeek,
  en.ranking,
  en.signals.surveysCompared,
  ...PAIN_POINTS,
  ...HIGHLIGHTS,
  en.followUps,
  en.alerts,
  en.signals.region.alertsByPlace,
  en.silentSurveys,
  en.dataQuality,
  en.partialHeading,
  en.emptyHeading,
  en.method,
];

/** Whether a heading belongs to the large figure: the name of a kind, with or without its scale. */
export function isOfFigure(heading: string): boolean {
  return heading !== '' && !SECTIONS.some((section) => heading.startsWith(section));
}

type Place = 'frame' | 'front' | 'survey' | 'silent' | 'method';

export interface Spot {
  readonly place: Place;
  /** The survey of the page. */
  readonly survey: SurveyWeek | null;
  /** The full text of the heading above; '' for the header of the report and of a survey page. */
  readonly section: string;
  /** `more`: the note in a table in place of omitted rows. */
  readonly what: 'heading' | 'text' | 'row' | 'more' | 'chart' | 'alt';
  /** Texts by column head in a table, otherwise by ''. */
  readonly cells: ReadonlyMap<string, string>;
  /** The earlier paragraphs of the section. */
  readonly earlier: readonly string[];
  /** The number of data rows in the table. */
  readonly rows: number;
  /** The number of survey pages so far. */
  readonly surveys: number;
  readonly page: number;
  readonly pages: number;
}

/** The parts of each element, over all pages. */
type Drawn = Map<Element, { readonly page: number; readonly parts: Part[] }>;

export function spotsOf(pages: readonly Page[], report: Report): readonly Spot[] {
  const partsByElement: Drawn = new Map();
  const frame: Spot[] = [];
  pages.forEach(({ parts }, i) => {
    for (const part of parts) {
      const owner = rowOf(part.element) ?? part.element;
      if (owner === null) {
        frame.push(...runsOf([part]).map(({ text }) => inFrame(text, i + 1, pages.length)));
        continue;
      }
      const entry = partsByElement.get(owner) ?? { page: i + 1, parts: [] };
      partsByElement.set(owner, entry);
      entry.parts.push(part);
    }
  });
  return [...bodySpots(partsByElement, report, pages.length), ...frame];
}

function inFrame(text: string, page: number, pages: number): Spot {
  const cells = new Map([['', text]]);
  const emptySpot = { survey: null, section: '', earlier: [], rows: 0, surveys: 0 } as const;
  return { ...emptySpot, place: 'frame', what: 'text', cells, page, pages };
}

function* bodySpots(partsByElement: Drawn, report: Report, pages: number): Generator<Spot> {
  const tables = tablesIn(partsByElement);
  let place: Place = 'front';
  let survey: SurveyWeek | null = null;
  let unreadSurveys = report.surveys;
  let surveys = 0;
  let section = '';
  let earlier: readonly string[] = [];
  for (const [element, { page, parts }] of partsByElement) {
    const table = element.parent === null ? undefined : tables.get(element.parent);
    const spot = (what: Spot['what'], cells: ReadonlyMap<string, string>): Spot => {
      const rows = table?.rows ?? 0;
      return { place, survey, section, what, cells, earlier, rows, surveys, page, pages };
    };
    const text = textOf(parts, '');
    switch (element.role) {
      case 'H1':
      case 'H2':
      case 'H3': {
        const title = element.role === 'H1' ? '' : (element.title ?? text);
        // A funnel belongs to the ranking above it, whose heading names the kind.
        section =
          title === en.signals.funnel.title ? title + section.slice(en.ranking.length) : title;
        earlier = [];
        if (section === en.silentSurveys) place = 'silent';
        if (section === en.method) place = 'method';
        if (place === 'silent' || place === 'method') survey = null;
        const next = unreadSurveys.findIndex((surveyWeek) => titleOf(surveyWeek) === section);
        if (element.role === 'H2' && next >= 0) {
          place = 'survey';
          survey = unreadSurveys[next] ?? null;
          surveys += 1;
          unreadSurveys = unreadSurveys.slice(next + 1);
          section = '';
        }
        yield spot(isOfFigure(section) ? 'text' : 'heading', new Map([['', text]]));
        break;
      }
      case 'Figure':
        yield spot('chart', new Map([['', textOf(parts, ' ')]]));
        yield spot('alt', new Map([['', element.alt ?? '']]));
        break;
      case 'TR': {
        const cells = cellsOf(element, parts);
        const isNote = [...cells.keys()].some((cell) => cell.columns !== undefined);
        if (isNote) yield spot('more', new Map([['', text]]));
        else
          yield spot(
            'row',
            new Map([...cells.values()].map((cell, i) => [table?.heads[i] ?? '', cell])),
          );
        break;
      }
      default:
        yield spot('text', new Map([['', text]]));
        earlier = [...earlier, text];
    }
  }
}

function titleOf({ key, question }: SurveyWeek): string {
  return question.name === '' ? en.survey({ key: String(key) }) : question.name;
}

interface Table {
  heads: readonly string[];
  rows: number;
}

function tablesIn(partsByElement: Drawn): ReadonlyMap<Element, Table> {
  const tables = new Map<Element, Table>();
  for (const [row, { parts }] of partsByElement) {
    if (row.role !== 'TR' || row.parent === null) continue;
    const table = tables.get(row.parent) ?? { heads: [], rows: 0 };
    tables.set(row.parent, table);
    const cells = cellsOf(row, parts);
    const elements = [...cells.keys()];
    if (elements.some((cell) => cell.scope === 'Column')) table.heads = [...cells.values()];
    else if (elements.every((cell) => cell.columns === undefined)) table.rows += 1;
  }
  return tables;
}

/** The cells of a row with their texts or alternative texts. */
function cellsOf(row: Element, parts: readonly Part[]): ReadonlyMap<Element, string> {
  const cells = new Map<Element, string>();
  for (const part of parts) {
    let cell = part.element;
    while (cell !== null && cell.parent !== row) cell = cell.parent;
    if (cell === null) continue;
    cells.set(cell, (cells.get(cell) ?? '') + (part.element?.alt ?? cellText(part)));
  }
  return cells;
}

/** A smaller line below the text of a cell is a text of its own. */
function cellText(part: Part): string {
  let [text, size] = ['', 0];
  for (const run of runsOf([part])) {
    text += run.size < size ? ` ${run.text}` : run.text;
    size = run.size;
  }
  return text;
}

/** A line keeps the space that it broke at, so the joined lines are the text. */
function textOf(parts: readonly Part[], between: string): string {
  return runsOf(parts)
    .map(({ text }) => text)
    .join(between);
}
