// A message about a report as an Adaptive Card in the envelope of Teams Workflows. All texts are text runs: text blocks and
// facts render Markdown, which cannot be escaped reliably.
import type {
  MessageFooter,
  MessageKind,
  MessageLink,
  MessageList,
  ReportMessage,
  Tone,
} from '../../ports/message.ts';
import { chatText, httpsLink, LIMITS, MAX_NOTICES } from './chat-texts.ts';

/** Teams refuses larger messages: "28 KB", counted where the workflow has put the message as a text into another JSON. */
const MAX_BYTES = 28_000;

const COLOURS: Readonly<Record<Tone, CardColour>> = {
  worse: 'Attention',
  better: 'Good',
  usual: 'Default',
  unknown: 'Default',
};

interface RunStyle {
  readonly weight?: 'Bolder';
  readonly size?: 'Small' | 'Large' | 'ExtraLarge';
  readonly isSubtle?: true;
  readonly color?: CardColour;
}

type CardColour = 'Attention' | 'Good' | 'Warning' | 'Default';

export interface CardRun extends RunStyle {
  readonly type: 'TextRun';
  readonly text: string;
  readonly selectAction?: { readonly type: 'Action.OpenUrl'; readonly url: string };
}

/** The footer is null for webhooks of the secret, which have no subscription. Of many long places, the last are left out. */
export function teamsMessage(message: ReportMessage, footer: MessageFooter | null) {
  let shownMessage = message;
  for (;;) {
    const envelope = createEnvelope(shownMessage, footer);
    const escapedMessage = JSON.stringify(JSON.stringify(envelope));
    const shorterMessage = withoutLastPart(shownMessage);
    if (Buffer.byteLength(escapedMessage) <= MAX_BYTES || shorterMessage === null) return envelope;
    shownMessage = shorterMessage;
  }
}

/** Null when only what every message has is left, which is short enough. */
function withoutLastPart(message: ReportMessage): ReportMessage | null {
  const { attention, improved, kinds, notices } = message;
  if (improved.length > 0) return { ...message, improved: withoutLastPlace(improved) };
  if (attention.length > 0) return { ...message, attention: withoutLastPlace(attention) };
  if (kinds.length > 0) return { ...message, kinds: kinds.slice(0, -1) };
  return notices.length === 0 ? null : { ...message, notices: notices.slice(0, -1) };
}

/** The names of further places are left out first. An ellipsis stands for what is left out. */
function withoutLastPlace(lists: readonly MessageList[]): readonly MessageList[] {
  const last = lists.at(-1);
  if (last === undefined) return [];
  const { places, also } = last;
  const others = lists.slice(0, -1);
  if (also !== null && also !== '…') return [...others, { ...last, also: '…' }];
  if (places.length > 1) return [...others, { ...last, places: places.slice(0, -1), also: '…' }];
  return others.map((list) => (list === others.at(-1) ? { ...list, also: '…' } : list));
}

function createEnvelope(message: ReportMessage, footer: MessageFooter | null) {
  const { direction, finding, details, tone, notices } = message;
  const { kinds, attention, improved, alerts } = message;
  const isMirrored = direction === 'rtl';
  const actions = [message.reportLink, message.pageLink].flatMap(openAction);
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    // A card of version 1.4 has no direction.
    ...(isMirrored ? { version: '1.5', rtl: true } : { version: '1.4' }),
    body: [
      line(run(message.title, { size: 'Large', weight: 'Bolder' })),
      line(run(message.period, { isSubtle: true })),
      ...notices.slice(0, MAX_NOTICES).map((notice) => line(run(notice, { color: 'Warning' }))),
      line(run(finding, { weight: 'Bolder', color: COLOURS[tone] })),
      ...(details === null ? [] : [line(run(details, {}, LIMITS.details))]),
      ...attention.map(listContainer),
      ...kinds.map(kindContainer),
      ...improved.map(listContainer),
      ...(alerts === null ? [] : [line(run(alerts))]),
      ...(footer === null ? [] : [footerContainer(footer)]),
    ],
    ...(actions.length === 0 ? {} : { actions }),
    msteams: { width: 'Full' },
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
}

function kindContainer(kind: MessageKind) {
  const { name, index, verdict, tone, usual, responses, distribution, weeksTitle, weeks } = kind;
  const facts = [usual ?? '', responses].filter((text) => text !== '');
  const answers = distribution.map((answer) => `${answer.name} ${answer.text}`);
  const history = weeks.flatMap((week) => [
    run(' '),
    run(
      week.text,
      { color: COLOURS[week.tone], ...(week.isReportWeek ? { weight: 'Bolder' as const } : {}) },
      LIMITS.figure,
    ),
  ]);
  return container([
    line(
      run(name, { weight: 'Bolder' }, LIMITS.name),
      ...(index === null
        ? []
        : [run(' '), run(index, { size: 'ExtraLarge', weight: 'Bolder' }, LIMITS.figure)]),
    ),
    ...(verdict === '' ? [] : [line(run(verdict, { color: COLOURS[tone] }))]),
    line(run(facts.join(' · '))),
    ...(answers.length === 0 ? [] : [line(run(answers.join(' · '), {}, LIMITS.answers))]),
    ...(weeks.length === 0 ? [] : [line(run(`${weeksTitle} ·`, { isSubtle: true }), ...history)]),
  ]);
}

function listContainer({ title, places, also }: MessageList) {
  return container([
    line(run(title, { weight: 'Bolder' })),
    ...places.map(({ name, reason, tone, url }) =>
      line(
        {
          ...run(name, { weight: 'Bolder', color: COLOURS[tone] }, LIMITS.name),
          ...opening(url),
        },
        run(` – ${reason}`, {}, LIMITS.reason),
      ),
    ),
    ...(also === null ? [] : [line(run(also, { isSubtle: true }, LIMITS.also))]),
  ]);
}

function footerContainer({ texts, unsubscribe }: MessageFooter) {
  const isLinked = httpsLink(unsubscribe?.url ?? null) !== null;
  return container([
    ...texts.map((text) => line(run(text, { size: 'Small', isSubtle: true }))),
    ...(unsubscribe === null || !isLinked
      ? []
      : [line({ ...run(unsubscribe.text, { size: 'Small' }), ...opening(unsubscribe.url) })]),
  ]);
}

// ── elements ────────────────────────────────────────────────────────────────────────────────────

function container(items: readonly ReturnType<typeof line>[]) {
  return { type: 'Container' as const, separator: true, spacing: 'Medium', items };
}

function line(...inlines: readonly CardRun[]) {
  return { type: 'RichTextBlock' as const, spacing: 'Small', inlines };
}

function run(text: string, style: RunStyle = {}, limit: number = LIMITS.sentence): CardRun {
  return { type: 'TextRun', text: chatText(text, limit), ...style };
}

function openAction(link: MessageLink | null) {
  const url = httpsLink(link?.url ?? null);
  return link === null || url === null
    ? []
    : [{ type: 'Action.OpenUrl', title: chatText(link.text, LIMITS.name), url }];
}

/** What a text run opens; nothing without an https address. */
function opening(url: string | null): Pick<CardRun, 'selectAction'> {
  const link = httpsLink(url);
  return link === null ? {} : { selectAction: { type: 'Action.OpenUrl', url: link } };
}
