// The content of a message about a report, in the reader's language.
import { segmentsOf } from '../charts/distribution.ts';
import type { Report, SurveyGroup, TrendWeek } from '../domain/report.ts';
import { responsesOf } from '../domain/scale.ts';
import { MIN_RESPONSES } from '../domain/signals/level/comparison.ts';
import type { ListSection } from '../domain/signals/folder-list.ts';
import { sectionsOf } from '../domain/signals/folder-list.ts';
import type { EntryState, Level, LevelState } from '../domain/signals/model.ts';
import { largestFirst } from '../domain/verdict.ts';
import { alsoText, entryTexts } from '../i18n/report-texts/entry-texts.ts';
import { folderHeadline } from '../i18n/report-texts/folder-headline.ts';
import {
  isJudged,
  leadingFindings,
  leadingPlace,
  responsesText,
} from '../i18n/report-texts/headline-sentence.ts';
import { indexName, kindName } from '../i18n/report-texts/index-types.ts';
import { weekNumberText } from '../i18n/report-texts/level-range.ts';
import { placeAdditions } from '../i18n/report-texts/place-additions.ts';
import { hasTooFewResponses } from '../i18n/report-texts/place-headline.ts';
import { missingTexts } from '../i18n/report-texts/quality-texts.ts';
import { stateText, usualText } from '../i18n/report-texts/state-texts.ts';
import type { Localization } from '../i18n/localization.ts';
import type {
  MessageLink,
  MessageList,
  ReportMessage,
  Tone,
  MessageKind,
} from '../ports/message.ts';
import type { MessageOptions } from './delivery-context.ts';
import type { MessageTexts } from './message-texts.ts';
import { folderName, placeName, messageTextsFor } from './message-texts.ts';
import { hasPlaces, messageSubject } from './message-subject.ts';

const MAX_MISSING = 2;

/** Never says that all is well when data are missing. */
export function createReportMessage(report: Report, options: MessageOptions): ReportMessage {
  const texts = messageTextsFor(report, options.locale);
  const { mail, words, formats } = texts;
  const { week, from, to, folder, revision } = report;
  const sections = hasPlaces(report) ? sectionsOf(report.summary.attention.entries) : [];
  const lists = (isShown: (state: EntryState) => boolean): readonly MessageList[] =>
    sections
      .filter(({ state }) => isShown(state))
      .map((section) => messageList(section, report, options, texts));
  return {
    language: texts.language,
    direction: texts.direction,
    week,
    folder: folder.key,
    revision,
    subject: messageSubject(report, options.isUpdate, texts),
    title: folderName(folder, texts),
    period: words.week({ range: formats.dateRange(from, to), week: weekNumberText(week, formats) }),
    notices: noticesOf(report, options.isUpdate, texts),
    ...findingOf(report, texts),
    tone: messageTone(report),
    kinds: messageKinds(report, texts),
    attention: lists((state) => toneOf(state) !== 'better'),
    improved: lists((state) => toneOf(state) === 'better'),
    alerts: alertsOf(report, texts),
    reportLink: linkTo(mail.openReport, options.reportUrl),
    pageLink: linkTo(mail.seePage, options.pageUrl),
  };
}

function linkTo(text: string, url: string | null): MessageLink | null {
  return url === null ? null : { text, url };
}

function noticesOf(report: Report, isUpdate: boolean, texts: MessageTexts): readonly string[] {
  const { mail, words } = texts;
  if (report.status !== 'partial') return isUpdate ? [mail.update] : [];
  const parts = missingTexts(report, texts).slice(0, -1);
  const moreCount = parts.length - MAX_MISSING;
  return [
    words.signals.asSentence({ text: words.partialHeading }),
    ...parts.slice(0, MAX_MISSING),
    ...(moreCount > 0 ? [mail.moreMissing({ n: moreCount })] : []),
    mail.updateFollows,
  ];
}

// ── the finding ─────────────────────────────────────────────────────────────────────────────────

function findingOf(
  report: Report,
  texts: MessageTexts,
): Pick<ReportMessage, 'finding' | 'details'> {
  const { words } = texts;
  const { headline, more } =
    report.subfolders.length > 0 && isJudged(report)
      ? folderHeadline(report, texts)
      : placeFinding(report, texts);
  return {
    finding:
      headline === '' && report.status === 'partial'
        ? words.signals.asSentence({ text: words.partialHeading })
        : headline,
    details: more.length === 0 ? null : more.join(' '),
  };
}

/** What the report's only survey shows, or all surveys of the kind with the most responses. */
function placeFinding(
  report: Report,
  texts: MessageTexts,
): { readonly headline: string; readonly more: readonly string[] } {
  const place = leadingPlace(report);
  const [headline = ''] = leadingFindings(report, texts);
  return { headline, more: place === null ? [] : placeAdditions(place, texts) };
}

function messageTone(report: Report): Tone {
  const states = report.summary.attention.entries.map(({ state }) => toneOf(state));
  const tone = toneOf(leadingPlace(report)?.level.state ?? null);
  if (tone === 'worse' || states.some((entryTone) => entryTone !== 'better')) return 'worse';
  if (states.length > 0) return 'better';
  return tone === 'usual' && report.status === 'partial' ? 'unknown' : tone;
}

function toneOf(state: EntryState | LevelState | null): Tone {
  switch (state) {
    case 'new':
    case 'still':
    case 'inAlarm':
    case 'standingLow':
      return 'worse';
    case 'recovered':
    case 'better':
      return 'better';
    case 'usual':
      return 'usual';
    case 'silent':
    case 'volumeLow':
    case 'newPlace':
    case 'tooFew':
    case null:
      return 'unknown';
  }
}

// ── places and alerts ───────────────────────────────────────────────────────────────────────────

function messageList(
  section: ListSection,
  report: Report,
  { placeUrls }: Pick<MessageOptions, 'placeUrls'>,
  texts: MessageTexts,
): MessageList {
  const also = alsoText(section, texts);
  return {
    title: texts.words.signals.states[section.state],
    places: section.inFull.map((entry) => ({
      name: placeName(entry, report, texts),
      reason: entryTexts(entry, texts).join(' · '),
      tone: toneOf(entry.state),
      url: placeUrls.get(entry.folder.key) ?? null,
    })),
    also: also === '' ? null : also,
  };
}

/** Null without alerts, also where some could not be read. */
function alertsOf({ summary }: Pick<Report, 'summary'>, { mail }: MessageTexts): string | null {
  const { started, carriedOver, open } = summary.alerts;
  const count = started + carriedOver;
  return count === 0 ? null : mail.alerts({ n: count, open });
}

const MAX_KINDS = 3;
/** Buttons of an unknown scale beyond which its answers don't fit on a phone. */
const MAX_SEGMENTS = 10;

/** The kinds of index with the most responses. */
function messageKinds(report: Report, texts: Localization): readonly MessageKind[] {
  const groups = largestFirst(report.summary.groups).slice(0, MAX_KINDS);
  const only = report.summary.surveys === 1 ? leadingPlace(report) : null;
  return groups.map((group) => {
    const isAlone = groups.every((other) => other === group || other.indexType !== group.indexType);
    return {
      ...kindOf({ ...group, level: only?.level ?? group.level }, report.status, texts),
      name: isAlone ? indexName(group, texts) : kindName(group, texts),
    };
  });
}

function kindOf(
  group: SurveyGroup,
  status: Report['status'],
  texts: Localization,
): Omit<MessageKind, 'name'> {
  const { indexType, level, data, trend } = group;
  const isTooFew = hasTooFewResponses(group);
  const index = isTooFew ? null : group.index;
  const { words, formats } = texts;
  const usual = usualText(level, indexType, texts);
  // "As usual" would read as an all-clear although part of the data is missing.
  const wouldReadAsAllClear = status === 'partial' && level.state === 'usual';
  const isShown = index !== null && !wouldReadAsAllClear;
  return {
    index: index === null ? null : formats.index(index, indexType),
    usual: usual === '' ? null : words.signals.usualRange({ range: usual }),
    verdict: isShown ? stateText(level, texts) : '',
    tone: isShown ? toneOf(level.state) : 'unknown',
    responses: responsesText(group, texts),
    distribution: isTooFew ? [] : distributionOf(data, indexType, texts),
    weeksTitle: words.trend,
    weeks: (trend.some(isMeasured) ? trend : []).map((week, i) => ({
      name: weekNumberText(week.week, formats),
      text: isMeasured(week) ? formats.index(week.index, indexType) : '–',
      tone: isShown && isMeasured(week) ? weekTone(week, level) : 'unknown',
      isReportWeek: i === trend.length - 1,
    })),
  };
}

function distributionOf(
  data: readonly number[],
  indexType: string,
  texts: Localization,
): MessageKind['distribution'] {
  const total = responsesOf(data);
  const segments = segmentsOf(data, indexType, texts);
  if (total === 0 || segments.length > MAX_SEGMENTS) return [];
  return segments.map(({ name, count, share, colour }) => ({
    name,
    share: count / total,
    text: share,
    colour,
  }));
}

function isMeasured({ responses, index }: TrendWeek): boolean {
  return responses >= MIN_RESPONSES && index !== null;
}

/** The weeks of a low or high run have its tone. */
function weekTone({ week }: TrendWeek, { state, since }: Level): Tone {
  if (state === null) return 'unknown';
  return since !== null && week >= since ? toneOf(state) : 'usual';
}
