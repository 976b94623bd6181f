// The kinds of index of a report, which can each have a target.
import type { Report } from '../domain/report.ts';
import { indexLimits } from '../domain/scale.ts';
import type { Localization } from '../i18n/localization.ts';
import { kindName } from '../i18n/report-texts/index-types.ts';
import type { IndexKind } from './report-view.ts';

/** Those that this release knows. */
export function indexKinds(
  { summary }: Pick<Report, 'summary'>,
  localization: Localization,
): readonly IndexKind[] {
  return summary.groups.flatMap(({ indexType, feedbackScale }) => {
    const limits = indexLimits(indexType, feedbackScale);
    const name = kindName({ indexType, feedbackScale }, localization);
    return limits === null ? [] : [{ indexType, feedbackScale, name, limits }];
  });
}
