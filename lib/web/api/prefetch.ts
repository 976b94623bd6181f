// Starts the request of the first view in parallel with the folder and week lists, which every view waits for.
import type { WeekOverview } from '../../http/responses.ts';
import type { View } from '../routes.ts';
import type { Api } from './reports-client.ts';

/** An API whose first matching call returns the prefetched answer; later calls send new requests. */
export function withPrefetch(api: Api, view: View): Api {
  switch (view.name) {
    case 'notFound':
      return api;
    case 'week': {
      if (view.week !== null) return withPrefetchedOverview(api, api.week(view.week));
      // Only the list tells which week is the latest.
      const weeks = api.weeks();
      const takePrefetched = takeOnce(weeks);
      return {
        ...withPrefetchedOverview(
          api,
          weeks.then(({ latest }) => api.week(latest)),
        ),
        weeks: (signal) => takePrefetched() ?? api.weeks(signal),
      };
    }
    case 'report':
    case 'survey': {
      const { week, folder, revision } = view;
      const takePrefetched = takeOnce(api.report({ week, folder }, revision));
      return {
        ...api,
        report: (place, requestedRevision, signal) => {
          const isPrefetched =
            place.week === week && place.folder === folder && requestedRevision === revision;
          return (
            (isPrefetched ? takePrefetched() : null) ?? api.report(place, requestedRevision, signal)
          );
        },
      };
    }
  }
}

function withPrefetchedOverview(api: Api, overview: Promise<WeekOverview>): Api {
  const takePrefetched = takeOnce(overview);
  return {
    ...api,
    week: async (week, signal) => {
      const prefetched = await takePrefetched();
      return prefetched?.week === week ? prefetched : api.week(week, signal);
    },
  };
}

/** Returns the answer to the first caller and null to later ones. */
function takeOnce<T>(answer: Promise<T>): () => Promise<T> | null {
  // Avoids an unhandled rejection when the answer is never taken.
  answer.catch(() => undefined);
  let remaining: Promise<T> | null = answer;
  return () => {
    const result = remaining;
    remaining = null;
    return result;
  };
}
