// What chats show of a message, as parts of lines: at most five new places with their reasons, of all others the names.
import type { MessageFooter, MessageLink, ReportMessage } from '../../ports/message.ts';
import type { FolderView, PlaceState, PlaceView, Row, Section } from '../../view/report-view.ts';
import { STATE_SIGNS } from '../../view/state-signs.ts';
import type {
  FigureTexts,
  NothingLeft,
  PartsOf,
  RowOf,
  SurveyPartsOf,
} from '../../view/view-parts.ts';
import { figureLine, renderParts } from '../../view/view-parts.ts';
import { chatText, httpsLink, LIMITS } from './chat-texts.ts';

export type RunStyle = 'plain' | 'bold' | 'quiet' | 'bad' | 'good' | 'warning';

/** A text of one line, which opens its address. */
export interface ChatRun {
  readonly text: string;
  readonly style: RunStyle;
  readonly url: string | null;
}

export interface ChatLine {
  readonly runs: readonly ChatRun[];
  /** One of a list with bullets. */
  readonly isItem: boolean;
}

/** Lines that belong together, shorter than a section of Slack may be. */
export interface ChatPart {
  readonly lines: readonly ChatLine[];
  /** Whether a chat with a limit for the whole message may leave out lines. */
  readonly isOptional: boolean;
}

export interface ChatContent {
  readonly title: string;
  readonly parts: readonly ChatPart[];
  readonly links: readonly (MessageLink & { readonly url: string })[];
  readonly footer: ChatPart | null;
}

/** The footer is null for webhooks of the secret, which have no subscription. */
export function chatContent(message: ReportMessage, footer: MessageFooter | null): ChatContent {
  const { view, pageLink, pdfLink, takeOnLink } = message;
  const takeOn = takeOnLink === null ? null : { ...takeOnLink, text: takeOnLink.longText };
  const parts =
    view.kind === 'folder'
      ? renderParts(view, FOLDER_PARTS, message)
      : renderParts(view, PLACE_PARTS, message);
  return {
    title: view.name,
    parts: parts.flat().filter(({ lines }) => lines.length > 0),
    links: [pageLink, pdfLink, takeOn].flatMap(httpsOnly),
    footer: footer === null ? null : footerPart(footer),
  };
}

type Parts = readonly ChatPart[];
type FolderParts = PartsOf<FolderView, 'chat', Parts, ReportMessage>;
type PlaceParts = PartsOf<PlaceView, 'chat', Parts, ReportMessage>;
type CommonParts = Pick<FolderParts, 'name' | 'path' | 'period' | 'notices' | 'finding' | 'notes'>;

const MOST_NOTICES = 5;
/** Of places that changed or are silent; of all others the names. */
const MOST_WITH_REASON = 5;
const STATES_WITH_REASON: ReadonlySet<PlaceState> = new Set(['new', 'noSignal']);
/** As many names with their figures as a section of Slack has room for. */
const NAMES_OF_PART = 15;
/** Slack shows at most 50 blocks. */
const MOST_NAMES = 30 * NAMES_OF_PART;

const COMMON_PARTS: CommonParts = {
  // The title has it.
  name: () => [],
  path: (path, { view: { period } }) => {
    const above = path.slice(-1).map(({ name }) => run(`${name} · `, 'quiet'));
    return [needed([line(...above, run(period, 'quiet'))])];
  },
  // In the line of the path.
  period: () => [],
  notices: (notices, message) => [
    optional(
      [...notices, ...message.notices]
        .slice(0, MOST_NOTICES)
        .map((text) => line(run(text, 'warning'))),
    ),
  ],
  finding: ({ state, headline, details }) => [
    needed([line(run(headline, FINDING_STYLES[state])), ...details.map((text) => line(run(text)))]),
  ],
  notes: (notes) =>
    notes === null
      ? []
      : [
          optional([
            ...(notes.owner === null
              ? []
              : [line(run(`${notes.owner.name} · ${notes.owner.since}`))]),
            ...notes.notes
              .slice(0, 1)
              .map(({ text, signature }) => line(run(text), run(` · ${signature}`, 'quiet'))),
          ]),
        ],
};

const FINDING_STYLES: Readonly<Record<PlaceState, RunStyle>> = {
  new: 'bad',
  noSignal: 'warning',
  still: 'bad',
  recovered: 'good',
  better: 'good',
  newPlace: 'bold',
  few: 'bold',
  usual: 'bold',
  unknown: 'bold',
};

const FOLDER_PARTS: FolderParts = {
  ...COMMON_PARTS,
  sections: (sections, message) => sections.flatMap((section) => sectionParts(section, message)),
  counts: (counts) => [
    optional(
      counts
        .filter(({ state, count }) => state === 'usual' && count > 0)
        .map(({ state, title, count }) => sectionHead(state, title, count)),
    ),
  ],
  lines: (lines) =>
    lines.map(({ lead, text }) =>
      optional([lead === '' ? line(run(text)) : line(run(lead, 'bold'), run(` ${text}`))]),
    ),
  figure: (figure) => (figure === null ? [] : figureParts(figure)),
};

function figureParts(figure: FigureTexts): Parts {
  const [label, text] = figureLine(figure);
  return [optional([line(run(label, 'bold'), run(` ${text}`))])];
}

const PLACE_PARTS: PlaceParts = {
  ...COMMON_PARTS,
  // The finding of the first is that of the place.
  surveys: (surveys) =>
    surveys.slice(1).map((survey) => optional(renderParts(survey, SURVEY_PARTS, null).flat())),
  alerts: (alerts) =>
    alerts === null
      ? []
      : [optional([alerts.summary, alerts.good].filter(Boolean).map((text) => line(run(text))))],
  remarks: (remarks) => remarks.map((text) => optional([line(run(text))])),
};

const SURVEY_PARTS: SurveyPartsOf<'chat', readonly ChatLine[], null> = {
  question: (question) => [line(run(question, 'bold'))],
  finding: ({ headline, details }) => [headline, ...details].map((text) => line(run(text))),
};

function sectionParts({ state, title, rows }: Section, { placeUrls }: ReportMessage): Parts {
  if (state === 'usual') return [];
  const inFull = STATES_WITH_REASON.has(state) ? rows.slice(0, MOST_WITH_REASON) : [];
  const named = rows.slice(inFull.length, MOST_NAMES);
  const groups = Array.from({ length: Math.ceil(named.length / NAMES_OF_PART) }, (_, i) =>
    named.slice(i * NAMES_OF_PART, (i + 1) * NAMES_OF_PART),
  );
  const head = sectionHead(state, title, rows.length);
  const items = inFull.map((row) => rowItem(row, placeUrls));
  const names = groups.map(namesLine);
  return [
    ...(items.length === 0 ? [] : [optional([head, ...items])]),
    ...names.map((line, i) => optional(i === 0 && items.length === 0 ? [head, line] : [line])),
    ...(rows.length > inFull.length + named.length ? [optional([line(run('…'))])] : []),
  ];
}

function sectionHead(state: PlaceState, title: string, count: number): ChatLine {
  return line(run(`${STATE_SIGNS[state]} ${title}`, 'bold'), run(` ${String(count)}`, 'quiet'));
}

function rowItem(row: RowOf<'chat'>, placeUrls: ReportMessage['placeUrls']): ChatLine {
  const { folder, line: text, shortReason, ...others } = row;
  others satisfies NothingLeft;
  const url = httpsLink(placeUrls.get(folder) ?? null);
  return item(
    { text: chatText(text, LIMITS.name), style: 'bold', url },
    run(` – ${shortReason}`, 'plain', LIMITS.reason),
  );
}

function namesLine(rows: readonly Row[]): ChatLine {
  const names = rows.map(({ line: text }) => chatText(text, LIMITS.name));
  return line(run(names.join(' · '), 'plain', LIMITS.names));
}

function footerPart({ texts, unsubscribe }: MessageFooter): ChatPart {
  const links = httpsOnly(unsubscribe).map(({ text, url }) =>
    line({ ...run(text, 'quiet', LIMITS.name), url }),
  );
  return needed([...texts.map((text) => line(run(text, 'quiet'))), ...links]);
}

function httpsOnly(link: MessageLink | null): readonly MessageLink[] {
  const url = httpsLink(link?.url ?? null);
  return link === null || url === null ? [] : [{ text: chatText(link.text, LIMITS.name), url }];
}

// ── elements ────────────────────────────────────────────────────────────────────────────────────

function needed(lines: readonly ChatLine[]): ChatPart {
  return { lines, isOptional: false };
}

function optional(lines: readonly ChatLine[]): ChatPart {
  return { lines, isOptional: true };
}

function line(...runs: readonly ChatRun[]): ChatLine {
  return { runs, isItem: false };
}

function item(...runs: readonly ChatRun[]): ChatLine {
  return { runs, isItem: true };
}

function run(text: string, style: RunStyle = 'plain', limit: number = LIMITS.sentence): ChatRun {
  return { text: chatText(text, limit), style, url: null };
}
