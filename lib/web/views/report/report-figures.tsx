// All figures of a folder's report, in the order of its pages.
import type { JSX } from 'preact';
import type { Report } from '../../../domain/report.ts';
import { rankedName } from '../../../domain/ranking.ts';
import { largestFirst } from '../../../domain/verdict.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { FolderAlerts, OpenAlerts } from './alerts-section.tsx';
import { FollowUps } from './follow-up-sections.tsx';
import type { GroupsProps } from './headline-list.tsx';
import { Headlines, onlySurvey, Trends } from './headline-list.tsx';
import { Hours } from './hours-section.tsx';
import { useSpeech } from '../../app-context.tsx';
import { DataQuality, Method, Notice, QuietPlaces } from './quality-sections.tsx';
import { Movers, Ranking } from './ranking-section.tsx';
import { Days } from './index-series.tsx';
import { useShortened } from '../../ui/show-all.tsx';
import { SilentSurveys } from './silent-surveys.tsx';
import type { WhichReport } from '../../api/use-report.ts';

interface FiguresProps {
  readonly report: Report;
  readonly reading: Localization;
  readonly which: WhichReport;
}

/** As many kinds as anybody compares at once. */
const KINDS = 6;

export function ReportFigures({ report, reading, which }: FiguresProps): JSX.Element {
  const { page } = useSpeech();
  const { shown: groups, toggle } = useShortened(largestFirst(report.summary.groups), KINDS, {
    all: page.read.showAllKinds,
    first: page.read.showFirst,
  });
  const hasPlaces = report.subfolders.length > 0;
  // Where many trends would stand between a region and its places, the places come first.
  const isMixed = hasPlaces && groups.length > 1;
  return (
    <div class="report-figures">
      <Notice report={report} reading={reading} />
      <Headlines report={report} groups={groups} reading={reading} />
      {!isMixed && <Trends report={report} groups={groups} reading={reading} />}
      {toggle}
      {hasPlaces ? (
        <RegionFigures report={report} groups={groups} reading={reading} which={which} />
      ) : (
        <StoreFigures report={report} groups={groups} reading={reading} which={which} />
      )}
      <DataQuality report={report} reading={reading} />
      <Method report={report} reading={reading} />
    </div>
  );
}

interface PartsProps extends GroupsProps {
  readonly which: WhichReport;
}

function StoreFigures({ report, groups, reading, which }: PartsProps): JSX.Element {
  const { painPoints, highlights } = report;
  const only = onlySurvey(report);
  return (
    <>
      {only !== null && <Days days={only.days} group={only} reading={reading} />}
      <AllHours groups={groups} reading={reading} />
      {(painPoints.length > 0 || highlights.length > 0) && (
        <FollowUps
          painPoints={painPoints}
          highlights={highlights}
          places={null}
          reading={reading}
        />
      )}
      {report.surveys.length > 0 && (
        <FolderAlerts report={report} reading={reading} which={which} />
      )}
      <Ranking report={report} reading={reading} which={which} />
      <SilentSurveys report={report} reading={reading} which={which} />
    </>
  );
}

function RegionFigures({ report, groups, reading, which }: PartsProps): JSX.Element {
  const { painPoints, highlights, summary } = report;
  return (
    <>
      <Ranking report={report} reading={reading} which={which} />
      <Movers report={report} reading={reading} which={which} />
      {groups.length > 1 && <Trends report={report} groups={groups} reading={reading} />}
      {(painPoints.length > 0 || highlights.length > 0) && (
        <FollowUps
          painPoints={painPoints}
          highlights={highlights}
          places={summary.surveys}
          reading={reading}
        />
      )}
      <OpenAlerts report={report} reading={reading} which={which} />
      <QuietPlaces report={report} reading={reading} which={which} />
      <AllHours groups={groups} reading={reading} />
      <SilentSurveys report={report} reading={reading} which={which} />
    </>
  );
}

/** Of the largest kind, and of the others when asked for. */
function AllHours({ groups, reading }: Omit<GroupsProps, 'report'>): JSX.Element {
  const { page } = useSpeech();
  const heard = groups.filter((group) => group.hours.length > 0);
  const { shown, toggle } = useShortened(heard, 1, {
    all: page.read.hoursOfAll,
    first: () => page.read.hoursOfFirst,
  });
  return (
    <>
      {shown.map((group) => (
        <Hours
          key={rankedName(group)}
          cells={group.hours}
          group={group}
          index={group.index}
          reading={reading}
          kind={groups.length > 1 ? kindName(group, reading) : ''}
        />
      ))}
      {toggle}
    </>
  );
}
