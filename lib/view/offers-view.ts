// The changes of a report that can be accepted.
import { compareGroups } from '../domain/ranking.ts';
import type { Report } from '../domain/report.ts';
import { acceptOffers } from '../domain/signals/accept-offers.ts';
import type { Offer } from './report-view.ts';

/** Of the folder where several surveys of a kind have changed together; what its surveys have changed alone is theirs. */
export function offersView({ week, summary, surveys }: Report): readonly Offer[] {
  const offers = summary.groups.flatMap((group): readonly Offer[] => {
    const together = group.surveys === 1 ? [] : acceptOffers(group, week);
    const own = surveys
      .filter((survey) => compareGroups(survey, group) === 0)
      .flatMap((survey) =>
        acceptOffers(survey, week).map((offer) => ({ ...offer, survey: survey.key })),
      )
      .filter(({ kind }) => together.every((offer) => offer.kind !== kind));
    return [...together.map((offer) => ({ ...offer, survey: null })), ...own];
  });
  // What is accepted of the folder counts for each of its kinds of index.
  return offers.filter((offer, i) => offers.findIndex((other) => isSame(other, offer)) === i);
}

function isSame(a: Offer, b: Offer): boolean {
  return a.survey === b.survey && a.kind === b.kind && a.week === b.week;
}
