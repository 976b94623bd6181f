// All figures of a folder's report, in the order of its pages.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Group, Report } from '../domain/report.ts';
import { nameOf } from '../domain/ranking.ts';
import { largestFirst } from '../domain/verdict.ts';
import { kindName } from '../presentation/kinds.ts';
import type { Reading } from '../presentation/reading.ts';
import { FolderAlerts, OpenAlerts } from './alerts.tsx';
import { FollowUps } from './follow-ups.tsx';
import { Headline } from './headline.tsx';
import { Hours } from './hours.tsx';
import { useSpeech } from './library.tsx';
import { DataQuality, Method, Notice, QuietPlaces } from './quality.tsx';
import { Movers, Ranking } from './ranking.tsx';
import { Days, Trend } from './series.tsx';
import { SilentSurveys } from './silent-surveys.tsx';
import type { WhichReport } from './use-report.ts';

interface FiguresProps {
  readonly report: Report;
  readonly reading: Reading;
  readonly which: WhichReport;
}

/** As many kinds as anybody compares at once. */
const KINDS = 6;

export function ReportFigures({ report, reading, which }: FiguresProps): JSX.Element {
  const { page, formats } = useSpeech();
  const [isAll, setAll] = useState(false);
  const all = largestFirst(report.summary.groups);
  const groups = isAll ? all : all.slice(0, KINDS);
  return (
    <div class="report-figures">
      <Notice report={report} reading={reading} />
      <Headlines report={report} groups={groups} reading={reading} />
      {all.length > KINDS && (
        <p class="more">
          <button
            type="button"
            aria-expanded={isAll}
            onClick={() => {
              setAll((was) => !was);
            }}
          >
            {isAll
              ? page.read.showFirst(formats.count(KINDS))
              : page.read.showAllKinds(formats.count(all.length))}
          </button>
        </p>
      )}
      {report.subfolders.length > 0 ? (
        <RegionFigures report={report} groups={groups} reading={reading} which={which} />
      ) : (
        <StoreFigures report={report} groups={groups} reading={reading} which={which} />
      )}
      <DataQuality report={report} reading={reading} />
      <Method report={report} reading={reading} />
    </div>
  );
}

interface GroupsProps {
  readonly report: Report;
  readonly groups: readonly Group[];
  readonly reading: Reading;
}

function Headlines({ report, groups, reading }: GroupsProps): JSX.Element {
  const { words, formats } = reading;
  const hasSeveral = groups.length > 1;
  const hasDays = onlySurvey(report) !== null;
  return (
    <>
      {groups.map((group) => {
        const surveys = words.surveysIn(
          formats.count(group.surveys),
          formats.plural(group.surveys),
        );
        const notes = hasSeveral ? { over: kindName(group, reading), under: surveys } : {};
        return (
          <Headline
            key={nameOf(group)}
            figures={group}
            reading={reading}
            room={hasSeveral || !hasDays ? 'wideHalf' : 'whole'}
            {...notes}
          />
        );
      })}
      {groups
        .filter((group) => group.trend.some((week) => week.responses > 0))
        .map((group) => (
          <Trend
            key={nameOf(group)}
            weeks={group.trend}
            group={group}
            reading={reading}
            kind={hasSeveral ? kindName(group, reading) : ''}
            room={hasSeveral || hasDays ? 'half' : 'wideHalf'}
          />
        ))}
    </>
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
  const { page, formats } = useSpeech();
  const [isAll, setAll] = useState(false);
  const heard = groups.filter((group) => group.hours.length > 0);
  return (
    <>
      {(isAll ? heard : heard.slice(0, 1)).map((group) => (
        <Hours
          key={nameOf(group)}
          cells={group.hours}
          group={group}
          index={group.index}
          reading={reading}
          kind={groups.length > 1 ? kindName(group, reading) : ''}
        />
      ))}
      {heard.length > 1 && (
        <p class="more">
          <button
            type="button"
            aria-expanded={isAll}
            onClick={() => {
              setAll((was) => !was);
            }}
          >
            {isAll ? page.read.hoursOfFirst : page.read.hoursOfAll(formats.count(heard.length))}
          </button>
        </p>
      )}
    </>
  );
}

/** The only survey of a folder without others below, if it was heard of: its days are the folder's. */
function onlySurvey({ surveys, subfolders }: Report): Report['surveys'][number] | null {
  const [only] = surveys;
  const isOnly = surveys.length === 1 && subfolders.length === 0;
  return isOnly && only !== undefined && only.responses > 0 ? only : null;
}
