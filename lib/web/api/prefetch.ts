// What the first view shows is requested beside the folders and weeks that every view waits for, not after them.
import type { WeekOverview } from '../../http/responses.ts';
import type { View } from '../routes.ts';
import type { Api } from './api-client.ts';

/** An API whose first answer to the question of a view is already on its way; asked again, it asks again. */
export function withFirstRequest(api: Api, view: View): Api {
  switch (view.name) {
    case 'lost':
      return api;
    case 'week': {
      if (view.week !== null) return withFirstOverview(api, api.week(view.week));
      // Which week is the newest is known by the list alone.
      const weeks = api.weeks();
      const take = once(weeks);
      return {
        ...withFirstOverview(
          api,
          weeks.then(({ latest }) => api.week(latest)),
        ),
        weeks: (signal) => take() ?? api.weeks(signal),
      };
    }
    case 'report':
    case 'survey': {
      const { week, folder, revision } = view;
      const take = once(api.report({ week, folder }, revision));
      return {
        ...api,
        report: (place, wanted, signal) => {
          const isFirst = place.week === week && place.folder === folder && wanted === revision;
          return (isFirst ? take() : null) ?? api.report(place, wanted, signal);
        },
      };
    }
  }
}

function withFirstOverview(api: Api, overview: Promise<WeekOverview>): Api {
  const take = once(overview);
  return {
    ...api,
    week: async (week, signal) => {
      const first = await take();
      return first?.week === week ? first : api.week(week, signal);
    },
  };
}

/** The answer for the first who takes it; null for all others. */
function once<T>(answer: Promise<T>): () => Promise<T> | null {
  // Perhaps nobody takes it.
  answer.catch(() => undefined);
  let left: Promise<T> | null = answer;
  return () => {
    const taken = left;
    left = null;
    return taken;
  };
}
