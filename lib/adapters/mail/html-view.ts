// What a mail shows of a report's view: news with their reasons, all else in lines.
import { joinTexts } from '../../i18n/join-texts.ts';
import type { ReportMessage } from '../../ports/message.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import type {
  FolderView,
  NotesView,
  PlaceState,
  PlaceView,
  Row,
  Section,
  SurveyView,
} from '../../view/report-view.ts';
import { STATE_SIGNS } from '../../view/state-signs.ts';
import type {
  FigureTexts,
  NothingLeft,
  PartsOf,
  RowOf,
  SurveyPartsOf,
} from '../../view/view-parts.ts';
import { figureLine, renderParts } from '../../view/view-parts.ts';
import type { Look } from './html-elements.ts';
import {
  anchor,
  element,
  endOf,
  looks,
  noticeBox,
  paragraph,
  span,
  TABLE,
} from './html-elements.ts';
import { buttonBlocks, optionBlocks, trendBlocks } from './html-figures.ts';
import { alertTexts, countedSections, splitRows } from './shown-rows.ts';

type Blocks = readonly string[];
type FolderParts = PartsOf<FolderView, 'mail', Blocks, ReportMessage>;
type PlaceParts = PartsOf<PlaceView, 'mail', Blocks, ReportMessage>;

const HEAD = { size: 13, leading: 18 } as const;
const SMALL = { size: 13, leading: 18, look: 'muted' } as const;

export function viewBlocks(message: ReportMessage): Blocks {
  const { view } = message;
  const blocks =
    view.kind === 'folder'
      ? renderParts(view, FOLDER_PARTS, message)
      : renderParts(view, PLACE_PARTS, message);
  return blocks.flat();
}

type CommonParts = Pick<FolderParts, 'name' | 'path' | 'period' | 'finding' | 'notices' | 'notes'>;

const COMMON_PARTS: CommonParts = {
  name: (name, { view: { path } }) => {
    const above = path.slice(-1).map((folder) => escapeHtml(folder.name));
    const names = [span(escapeHtml(name), 'ink', 'font-weight:bold'), ...above].join(' · ');
    return [element('p', names, { size: 14, leading: 20, look: 'muted' })];
  },
  // Beside the name.
  path: () => [],
  period: (period) => [paragraph(period, { size: 14, leading: 20, look: 'muted' })],
  finding: ({ headline, details }) => [
    element('h1', escapeHtml(headline), { size: 21, leading: 28, top: 10 }),
    ...details.map((text) => paragraph(text, { top: 4 })),
  ],
  notices: (notices, message) => {
    const all = [...notices, ...message.notices];
    return all.length === 0 ? [] : [`<div style="padding-top:12px">${noticeBox(all)}</div>`];
  },
  notes: (notes) => (notes === null ? [] : noteBlocks(notes)),
};

const FOLDER_PARTS: FolderParts = {
  ...COMMON_PARTS,
  sections: (sections, message) =>
    sections.flatMap((section) =>
      section.state === 'usual' ? [] : sectionBlocks(section, message),
    ),
  counts: (counts, { view }) =>
    countedSections(counts, view).map(({ title, count, state }) =>
      sectionHead(state, title, count),
    ),
  lines: (lines) =>
    lines.map(({ lead, text }) => {
      const leadHtml = lead === '' ? '' : `<b>${escapeHtml(lead)}</b> `;
      return element('p', `${leadHtml}${escapeHtml(text)}`, { top: 8 });
    }),
  figure: (figure) => (figure === null ? [] : [figureBlock(figure)]),
  trend: (trend, message) => (trend === null ? [] : trendBlocks(trend, message.notes.weeks)),
};

function figureBlock(figure: FigureTexts): string {
  const [label, text] = figureLine(figure);
  const html = `<b>${escapeHtml(label)}</b> ${span(escapeHtml(text), 'muted')}`;
  return element('p', html, { ...HEAD, top: 22 });
}

const PLACE_PARTS: PlaceParts = {
  ...COMMON_PARTS,
  surveys: (surveys, message) =>
    surveys.flatMap((survey, i) => surveyBlocks(survey, i === 0, message)),
  alerts: (alerts) =>
    alerts === null
      ? []
      : [
          paragraph(alerts.summary, { bold: true, top: 14 }),
          ...alertTexts(alerts).map((text) => paragraph(text)),
        ],
  remarks: (remarks) => remarks.map((text) => paragraph(text, { ...SMALL, top: 8 })),
};

// ── lists ───────────────────────────────────────────────────────────────────────────────────────

function sectionBlocks({ state, title, rows }: Section, message: ReportMessage): Blocks {
  const { inFull, inLine } = splitRows(rows);
  const full = state === 'new' ? rowEntry : rowLine;
  return [
    sectionHead(state, title, rows.length),
    ...inFull.map((row) => full(row, message)),
    ...(inLine.length === 0
      ? []
      : [paragraph(inLine.map(({ line }) => line).join(' · '), { top: 8 })]),
  ];
}

function sectionHead(state: PlaceState, title: string, count: number): string {
  const sign = `<span aria-hidden="true" ${looks([SIGN_LOOKS[state]])}>${STATE_SIGNS[state]}</span>`;
  return element(
    'h2',
    `${sign}&nbsp; ${escapeHtml(title)} ${span(String(count), 'muted', 'font-weight:normal')}`,
    { ...HEAD, top: 22 },
  );
}

const SIGN_LOOKS: Readonly<Record<PlaceState, Look>> = {
  new: 'bad',
  noSignal: 'noSignal',
  still: 'bad',
  recovered: 'good',
  better: 'good',
  newPlace: 'link',
  few: 'muted',
  usual: 'muted',
  unknown: 'muted',
};

/** A place with its path and reason, and the level it is compared with at the end. */
function rowEntry(row: RowOf<'mail'>, message: ReportMessage): string {
  const { takeOnLink } = message;
  const { folder, name, suffix, path, now, compared, own, reason, ...cared } = row;
  const { owner, note, noteSignature, ...others } = cared;
  others satisfies NothingLeft;
  const texts = [
    element('h3', rowName({ folder, name, suffix }, message), { size: 16, leading: 22 }),
    ...(path === '' ? [] : [paragraph(path, SMALL)]),
    paragraph(reason, { leading: 21 }),
    ...rowNotes({ owner, note, noteSignature }),
    ...(takeOnLink?.folder === folder
      ? [element('p', anchor(takeOnLink), { size: 14, leading: 26 })]
      : []),
  ];
  const figures = [
    paragraph(now, { size: 24, leading: 26, bold: true }),
    ...[compared, own].filter((text) => text !== '').map((text) => paragraph(text, SMALL)),
  ];
  const align = endOf(message.view.direction);
  return `<table ${TABLE} width="100%" style="margin:6px 0 14px"><tr><td width="4" ${looks(['edge'], 'font-size:1px;line-height:1px')}>&nbsp;</td><td width="12" style="font-size:1px">&nbsp;</td><td valign="top">${texts.join('')}</td><td width="76" valign="top" align="${align}" style="text-align:${align}">${figures.join('')}</td></tr></table>`;
}

function rowLine(row: Row, message: ReportMessage): string {
  const figures = joinTexts([row.own, row.compared]);
  const texts = [
    row.now === '' ? '' : ` <b>${escapeHtml(row.now)}</b>`,
    figures === '' ? '' : ` ${span(escapeHtml(figures), 'muted', 'white-space:nowrap')}`,
    row.reason === '' ? '' : ` · ${escapeHtml(row.reason)}`,
  ];
  return [
    element('p', `<b>${rowName(row, message)}</b>${texts.join('')}`, { top: 2 }),
    ...rowNotes(row),
  ].join('');
}

function rowNotes({
  owner,
  note,
  noteSignature,
}: Pick<Row, 'owner' | 'note' | 'noteSignature'>): Blocks {
  const texts = [owner === null ? '' : joinTexts([owner.name, owner.since]), note, noteSignature];
  return texts.filter((text) => text !== '').map((text) => paragraph(text, SMALL));
}

/** The name, which opens the page of the place where it has one. */
function rowName(
  { folder, name, suffix }: Pick<Row, 'folder' | 'name' | 'suffix'>,
  { placeUrls }: ReportMessage,
): string {
  const text = joinTexts([name, suffix]);
  const url = placeUrls.get(folder);
  return url === undefined ? escapeHtml(text) : anchor({ text, url });
}

// ── places ──────────────────────────────────────────────────────────────────────────────────────

interface SurveyContext {
  readonly message: ReportMessage;
  /** The finding of the first survey is that of the place. */
  readonly isFirst: boolean;
  /** As usual, the weeks say enough. */
  readonly isUsual: boolean;
}

const SURVEY_PARTS: SurveyPartsOf<'mail', Blocks, SurveyContext> = {
  question: (question, { isFirst }) =>
    isFirst ? [] : [element('h2', escapeHtml(question), { ...HEAD, top: 22 })],
  position: (position, { isFirst }) =>
    isFirst || position === '' ? [] : [paragraph(position, SMALL)],
  finding: ({ headline, details }, { isFirst }) =>
    isFirst
      ? []
      : [paragraph(headline, { bold: true, top: 4 }), ...details.map((text) => paragraph(text))],
  buttons: (buttons, { isUsual }) => (isUsual || buttons === null ? [] : buttonBlocks(buttons)),
  trend: (trend, { message }) => (trend === null ? [] : trendBlocks(trend, message.notes.weeks)),
  painPoints: (painPoints, { isUsual, message }) =>
    isUsual || painPoints === null ? [] : optionBlocks(painPoints, message),
};

function surveyBlocks(survey: SurveyView, isFirst: boolean, message: ReportMessage): Blocks {
  const context = { message, isFirst, isUsual: survey.finding.state === 'usual' };
  return renderParts(survey, SURVEY_PARTS, context).flat();
}

function noteBlocks({ owner, notes }: NotesView): Blocks {
  return [
    ...(owner === null ? [] : [paragraph(joinTexts([owner.name, owner.since]), { top: 8 })]),
    ...notes
      .slice(0, 1)
      .flatMap(({ text, signature }) => [paragraph(text, { top: 8 }), paragraph(signature, SMALL)]),
  ];
}
