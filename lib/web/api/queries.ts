// What components ask of the API.
import type { ReportAddress } from '../routes.ts';
import { defineQuery } from './query.ts';
import type { ViewParameters } from './reports-client.ts';

export const meQuery = defineQuery((api, _: 'me', signal) => api.me(signal));
export const foldersQuery = defineQuery((api, _: 'all', signal) => api.folders(signal));
export const weeksQuery = defineQuery((api, _: 'all', signal) => api.weeks(signal));
export const overviewQuery = defineQuery((api, week: string, signal) => api.week(week, signal));
export const viewQuery = defineQuery((api, parameters: ViewParameters, signal) =>
  api.view(parameters, signal),
);
export const revisionsQuery = defineQuery((api, place: ReportAddress, signal) =>
  api.revisions(place, signal),
);
export const subscriptionsQuery = defineQuery((api, whose: 'mine' | 'all', signal) =>
  api.subscriptions(whose === 'all', signal),
);
export const deliveriesQuery = defineQuery((api, week: string, signal) =>
  api.deliveries(week, signal),
);
export const previewQuery = defineQuery((api, subscription: string, signal) =>
  api.previewMessage(subscription, signal),
);
/** Of a folder and its surveys. */
export const acceptedQuery = defineQuery((api, folder: number, signal) =>
  api.accepted(folder, signal),
);
export const targetsQuery = defineQuery((api, folder: number, signal) =>
  api.targets(folder, signal),
);
/** Of a folder and all below it. */
export const notesQuery = defineQuery((api, below: number, signal) => api.notes(below, signal));
