// All figures of a folder's report, in the order of the PDF.
import type { JSX } from 'preact';
import type { Report } from '../../../domain/report.ts';
import { groupName } from '../../../domain/ranking.ts';
import { largestFirst } from '../../../domain/verdict.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { FolderAlerts, OpenAlerts } from './alerts-section.tsx';
import { FollowUpSections } from './follow-up-sections.tsx';
import type { HeadlineListProps } from './headline-list.tsx';
import { Headlines, onlySurvey, Trends } from './headline-list.tsx';
import { Hours } from './hours-section.tsx';
import { useLocalization } from '../../app-context.tsx';
import { DataQuality, Method, StatusNotice, QuietPlaces } from './quality-sections.tsx';
import { Movers, Ranking } from './ranking-section.tsx';
import { Days } from './index-series.tsx';
import { useShowAll } from '../../ui/show-all.tsx';
import { SilentSurveys } from './silent-surveys.tsx';
import type { ReportSelection } from '../../api/use-report.ts';

interface FiguresProps {
  readonly report: Report;
  readonly localization: Localization;
  readonly selection: ReportSelection;
}

/** Kinds of index that are shown before "show all" is pressed. */
const INITIAL_KINDS = 6;

export function ReportFigures({ report, localization, selection }: FiguresProps): JSX.Element {
  const { page } = useLocalization();
  const { visible: groups, toggle } = useShowAll(
    largestFirst(report.summary.groups),
    INITIAL_KINDS,
    {
      all: page.read.showAllKinds,
      first: page.read.showFirst,
    },
  );
  const hasPlaces = report.subfolders.length > 0;
  // With several kinds of index, the ranking comes before the trends.
  const isMixed = hasPlaces && groups.length > 1;
  return (
    <div class="report-figures">
      <StatusNotice report={report} localization={localization} />
      <Headlines report={report} groups={groups} localization={localization} />
      {!isMixed && <Trends report={report} groups={groups} localization={localization} />}
      {toggle}
      {hasPlaces ? (
        <RegionFigures
          report={report}
          groups={groups}
          localization={localization}
          selection={selection}
        />
      ) : (
        <StoreFigures
          report={report}
          groups={groups}
          localization={localization}
          selection={selection}
        />
      )}
      <DataQuality report={report} localization={localization} />
      <Method report={report} localization={localization} />
    </div>
  );
}

interface FolderFiguresProps extends HeadlineListProps {
  readonly selection: ReportSelection;
}

function StoreFigures({
  report,
  groups,
  localization,
  selection,
}: FolderFiguresProps): JSX.Element {
  const { painPoints, highlights } = report;
  const survey = onlySurvey(report);
  return (
    <>
      {survey !== null && <Days days={survey.days} group={survey} localization={localization} />}
      <AllHours groups={groups} localization={localization} />
      {(painPoints.length > 0 || highlights.length > 0) && (
        <FollowUpSections
          painPoints={painPoints}
          highlights={highlights}
          surveyCount={null}
          localization={localization}
        />
      )}
      {report.surveys.length > 0 && (
        <FolderAlerts report={report} localization={localization} selection={selection} />
      )}
      <Ranking report={report} localization={localization} selection={selection} />
      <SilentSurveys report={report} localization={localization} selection={selection} />
    </>
  );
}

function RegionFigures({
  report,
  groups,
  localization,
  selection,
}: FolderFiguresProps): JSX.Element {
  const { painPoints, highlights, summary } = report;
  return (
    <>
      <Ranking report={report} localization={localization} selection={selection} />
      <Movers report={report} localization={localization} selection={selection} />
      {groups.length > 1 && <Trends report={report} groups={groups} localization={localization} />}
      {(painPoints.length > 0 || highlights.length > 0) && (
        <FollowUpSections
          painPoints={painPoints}
          highlights={highlights}
          surveyCount={summary.surveys}
          localization={localization}
        />
      )}
      <OpenAlerts report={report} localization={localization} selection={selection} />
      <QuietPlaces report={report} localization={localization} selection={selection} />
      <AllHours groups={groups} localization={localization} />
      <SilentSurveys report={report} localization={localization} selection={selection} />
    </>
  );
}

/** The hours of the largest kind, and of the others on request. */
function AllHours({ groups, localization }: Omit<HeadlineListProps, 'report'>): JSX.Element {
  const { page } = useLocalization();
  const groupsWithHours = groups.filter((group) => group.hours.length > 0);
  const { visible: visibleGroups, toggle } = useShowAll(groupsWithHours, 1, {
    all: page.read.hoursOfAll,
    first: () => page.read.hoursOfFirst,
  });
  return (
    <>
      {visibleGroups.map((group) => (
        <Hours
          key={groupName(group)}
          cells={group.hours}
          group={group}
          index={group.index}
          localization={localization}
          kind={groups.length > 1 ? kindName(group, localization) : ''}
        />
      ))}
      {toggle}
    </>
  );
}
