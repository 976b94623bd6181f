// All figures of a folder's report, in the order of the PDF.
import type { JSX } from 'preact';
import type { PooledOption } from '../../../domain/follow-ups.ts';
import type { SurveyGroup, Report } from '../../../domain/report.ts';
import { REPORT_VERSION } from '../../../domain/report-versions.ts';
import { hoursOfGroup } from '../../../charts/week-hours.ts';
import { compareGroups, groupName } from '../../../domain/ranking.ts';
import { judgeParts } from '../../../domain/signals/week-parts.ts';
import { largestFirst } from '../../../domain/verdict.ts';
import type { AddedFacts } from '../../../i18n/report-texts/place-additions.ts';
import type { JudgedPlace } from '../../../i18n/report-texts/place-headline.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { useLocalization } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';
import { useShowAll } from '../../ui/data-table.tsx';
import { AlarmSection, FolderAlerts, OpenAlerts } from './alert-sections.tsx';
import { FollowUpSections } from './follow-up-sections.tsx';
import { Hours, Days, Headline, Trend } from './index-sections.tsx';
import {
  DataQuality,
  Method,
  QuietPlaces,
  SilentSurveys,
  StatusNotice,
} from './quality-sections.tsx';
import { Ranking, PlaceRanking } from './ranking-sections.tsx';
import { EarlierVersionNote, ReportAttention } from '../../features/attention/attention-list.tsx';
import { Kinds, Why } from './kinds-section.tsx';

/** Kinds of index that are shown before "show all" is pressed. */
const INITIAL_KINDS = 6;

export function ReportFigures(): JSX.Element {
  const { report } = useReport();
  const { page } = useLocalization();
  const { visible: groups, toggle } = useShowAll(
    largestFirst(report.summary.groups),
    INITIAL_KINDS,
    { all: page.read.showAllKinds, first: page.read.showFirst },
  );
  const hasPlaces = report.subfolders.length > 0;
  const isJudged = report.reportVersion === REPORT_VERSION;
  if (hasPlaces && isJudged) return <RegionFigures />;
  // With several kinds of index, the ranking comes before the trends.
  const isMixed = hasPlaces && groups.length > 1;
  return (
    <div class="report-figures">
      <StatusNotice />
      {!isJudged && <EarlierVersionNote />}
      <Headlines groups={groups} />
      {!isMixed && <Trends groups={groups} />}
      {toggle}
      {hasPlaces ? <UnjudgedRegionFigures groups={groups} /> : <StoreFigures groups={groups} />}
      <DataQuality />
      <Method />
    </div>
  );
}

/** Whom to call comes first; figures of all places together come last. */
function RegionFigures(): JSX.Element {
  const { report } = useReport();
  const groups = largestFirst(report.summary.groups);
  const isShared = ({ shared }: PooledOption): boolean => shared;
  return (
    <div class="report-figures">
      <StatusNotice />
      <ReportAttention />
      <Kinds groups={groups} />
      {groups.map((group) => (
        <Why key={groupName(group)} group={group} />
      ))}
      {groups.map((group) => (
        <PlaceRanking key={groupName(group)} group={group} namesKind={groups.length > 1} />
      ))}
      <Ranking />
      <FolderFollowUps
        painPoints={report.painPoints.filter(isShared)}
        highlights={report.highlights.filter(isShared)}
        surveyCount={report.summary.surveys}
      />
      <OpenAlerts />
      <QuietPlaces />
      <AllHours groups={groups} />
      <AlarmSection surveys={report.surveys} />
      <SilentSurveys />
      <DataQuality />
      <Method />
    </div>
  );
}

/** The only survey of a group speaks for itself. */
function placeOf(group: SurveyGroup, { surveys }: Report): JudgedPlace & AddedFacts {
  const own = surveys.find((survey) => compareGroups(survey, group) === 0);
  return group.surveys === 1 && own !== undefined
    ? own
    : { ...group, parts: judgeParts(group.parts, group) };
}

/** The visible kinds of index, largest group first. */
interface GroupsProps {
  readonly groups: readonly SurveyGroup[];
}

function Headlines({ groups }: GroupsProps): JSX.Element {
  const { report, localization } = useReport();
  const { words } = localization;
  const hasSeveral = groups.length > 1;
  const hasDayChart = onlySurvey(report) !== null;
  return (
    <>
      {groups.map((group) => {
        const surveys = words.surveysIn({ n: group.surveys });
        const notes = hasSeveral ? { title: kindName(group, localization), note: surveys } : {};
        return (
          <Headline
            key={groupName(group)}
            place={placeOf(group, report)}
            width={hasSeveral ? 'half' : hasDayChart ? 'whole' : 'wideHalf'}
            {...notes}
          />
        );
      })}
    </>
  );
}

function Trends({ groups }: GroupsProps): JSX.Element {
  const { report, localization } = useReport();
  const hasSeveral = groups.length > 1;
  const hasDayChart = onlySurvey(report) !== null;
  return (
    <>
      {groups
        .filter((group) => group.trend.some((week) => week.responses > 0))
        .map((group) => (
          <Trend
            key={groupName(group)}
            weeks={group.trend}
            group={placeOf(group, report)}
            kind={hasSeveral ? kindName(group, localization) : ''}
            width={hasSeveral || hasDayChart ? 'half' : 'wideHalf'}
          />
        ))}
    </>
  );
}

/** The only survey of a folder without subfolders, if it has responses. */
function onlySurvey({ surveys, subfolders }: Report): Report['surveys'][number] | null {
  const [survey] = surveys;
  const isOnly = surveys.length === 1 && subfolders.length === 0;
  return isOnly && survey !== undefined && survey.responses > 0 ? survey : null;
}

function StoreFigures({ groups }: GroupsProps): JSX.Element {
  const { report } = useReport();
  const survey = onlySurvey(report);
  return (
    <>
      {survey !== null && <Days days={survey.days} group={survey} />}
      <AllHours groups={groups} />
      <FolderFollowUps {...report} surveyCount={null} />
      <AlarmSection surveys={report.surveys} />
      {report.surveys.length > 0 && <FolderAlerts />}
      <Ranking />
      <SilentSurveys />
    </>
  );
}

/** A region of a report of an earlier version. */
function UnjudgedRegionFigures({ groups }: GroupsProps): JSX.Element {
  const { report } = useReport();
  return (
    <>
      <Ranking />
      {groups.length > 1 && <Trends groups={groups} />}
      <FolderFollowUps {...report} surveyCount={report.summary.surveys} />
      <OpenAlerts />
      <QuietPlaces />
      <AllHours groups={groups} />
      <SilentSurveys />
    </>
  );
}

interface FolderFollowUpsProps extends Pick<Report, 'painPoints' | 'highlights'> {
  readonly surveyCount: number | null;
}

function FolderFollowUps({
  painPoints,
  highlights,
  surveyCount,
}: FolderFollowUpsProps): JSX.Element | null {
  if (painPoints.length === 0 && highlights.length === 0) return null;
  return (
    <FollowUpSections painPoints={painPoints} highlights={highlights} surveyCount={surveyCount} />
  );
}

/** The hours of the largest kind, and of the others on request. */
function AllHours({ groups }: GroupsProps): JSX.Element {
  const { page } = useLocalization();
  const { localization } = useReport();
  const groupsWithHours = groups.filter((group) => group.hours.length > 0);
  const { visible: visibleGroups, toggle } = useShowAll(groupsWithHours, 1, {
    all: page.read.showAllHours,
    first: () => page.read.showHoursOfLargestKind,
  });
  return (
    <>
      {visibleGroups.map((group) => (
        <Hours
          key={groupName(group)}
          hours={hoursOfGroup(group)}
          cells={group.hours}
          group={group}
          index={group.index}
          kind={groups.length > 1 ? kindName(group, localization) : ''}
        />
      ))}
      {toggle}
    </>
  );
}
