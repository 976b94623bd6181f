// What is said first of each kind of index, largest first: the figure and its sentence, and thirteen weeks of it.
import type { JSX } from 'preact';
import { rankedName } from '../../../domain/ranking.ts';
import type { SurveyGroup, Report } from '../../../domain/report.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { Headline } from './headline.tsx';
import { Trend } from './index-series.tsx';

export interface GroupsProps {
  readonly report: Report;
  readonly groups: readonly SurveyGroup[];
  readonly reading: Localization;
}

export function Headlines({ report, groups, reading }: GroupsProps): JSX.Element {
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
            key={rankedName(group)}
            figures={group}
            reading={reading}
            room={hasSeveral ? 'half' : hasDays ? 'whole' : 'wideHalf'}
            {...notes}
          />
        );
      })}
    </>
  );
}

export function Trends({ report, groups, reading }: GroupsProps): JSX.Element {
  const hasSeveral = groups.length > 1;
  const hasDays = onlySurvey(report) !== null;
  return (
    <>
      {groups
        .filter((group) => group.trend.some((week) => week.responses > 0))
        .map((group) => (
          <Trend
            key={rankedName(group)}
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

/** The only survey of a folder without others below, if it was heard of: its days are the folder's. */
export function onlySurvey({ surveys, subfolders }: Report): Report['surveys'][number] | null {
  const [only] = surveys;
  const isOnly = surveys.length === 1 && subfolders.length === 0;
  return isOnly && only !== undefined && only.responses > 0 ? only : null;
}
