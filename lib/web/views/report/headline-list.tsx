// Headline figures and trends for each kind of index, largest group first.
import type { JSX } from 'preact';
import { groupName } from '../../../domain/ranking.ts';
import type { SurveyGroup, Report } from '../../../domain/report.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { Headline } from './headline.tsx';
import { Trend } from './index-series.tsx';

export interface HeadlineListProps {
  readonly report: Report;
  readonly groups: readonly SurveyGroup[];
  readonly localization: Localization;
}

export function Headlines({ report, groups, localization }: HeadlineListProps): JSX.Element {
  const { words, formats } = localization;
  const hasSeveral = groups.length > 1;
  const hasDayChart = onlySurvey(report) !== null;
  return (
    <>
      {groups.map((group) => {
        const surveys = words.surveysIn(
          formats.count(group.surveys),
          formats.plural(group.surveys),
        );
        const notes = hasSeveral ? { title: kindName(group, localization), note: surveys } : {};
        return (
          <Headline
            key={groupName(group)}
            figures={group}
            localization={localization}
            width={hasSeveral ? 'half' : hasDayChart ? 'whole' : 'wideHalf'}
            {...notes}
          />
        );
      })}
    </>
  );
}

export function Trends({ report, groups, localization }: HeadlineListProps): JSX.Element {
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
            group={group}
            localization={localization}
            kind={hasSeveral ? kindName(group, localization) : ''}
            width={hasSeveral || hasDayChart ? 'half' : 'wideHalf'}
          />
        ))}
    </>
  );
}

/** The only survey of a folder without subfolders, if it has responses. */
export function onlySurvey({ surveys, subfolders }: Report): Report['surveys'][number] | null {
  const [survey] = surveys;
  const isOnly = surveys.length === 1 && subfolders.length === 0;
  return isOnly && survey !== undefined && survey.responses > 0 ? survey : null;
}
