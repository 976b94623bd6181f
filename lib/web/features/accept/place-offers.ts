// What the page offers to accept in a report.
import { compareGroups } from '../../../domain/ranking.ts';
import type { Report, SurveyWeek } from '../../../domain/report.ts';
import type { AcceptOffer, OfferedPlace } from '../../../domain/signals/accept-offers.ts';
import { acceptOffers } from '../../../domain/signals/accept-offers.ts';

export interface PlaceOffer extends AcceptOffer {
  /** Null for the folder's own level. */
  readonly survey: number | null;
}

/** Those of one survey. */
export function surveyOffers(
  survey: OfferedPlace & Pick<SurveyWeek, 'key'>,
  week: string,
): readonly PlaceOffer[] {
  return acceptOffers(survey, week).map((offer) => ({ ...offer, survey: survey.key }));
}

/** Those of the folder's levels. The only survey of a kind speaks for itself. */
export function folderOffers({ week, summary, surveys }: Report): readonly PlaceOffer[] {
  const offers = summary.groups.flatMap((group) => {
    if (group.surveys === 1)
      return surveys
        .filter((survey) => compareGroups(survey, group) === 0)
        .flatMap((survey) => surveyOffers(survey, week));
    return acceptOffers(group, week).map((offer) => ({ ...offer, survey: null }));
  });
  // What is accepted of the folder counts for each of its kinds of index.
  return offers.filter((offer, i) => offers.findIndex((other) => isSame(other, offer)) === i);
}

/** Whether two are about the same change; `week` alone can differ otherwise. */
export function isSame(
  a: Pick<PlaceOffer, 'survey' | 'kind' | 'week'>,
  b: Pick<PlaceOffer, 'survey' | 'kind' | 'week'>,
): boolean {
  return a.survey === b.survey && a.kind === b.kind && a.week === b.week;
}
