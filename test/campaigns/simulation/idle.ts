// A store and a reporting API to which nothing happens: for those who look on, and for those who need none.
import type { FeedbackSource } from '../../../lib/ports/feedback-source.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import type { Bucket } from './simulated-bucket.ts';
import { listed, named } from './simulated-bucket.ts';

/** Nobody is asked who only gives up. */
export const NO_SOURCE: FeedbackSource = {
  readFolders: unasked,
  readSurvey: unasked,
  readActivePeriods: unasked,
  readHourlyCounts: unasked,
  readFollowUps: unasked,
  readAlerts: unasked,
};

function unasked(): Promise<never> {
  return Promise.reject(new TypeError('nobody asks here'));
}

/** Reads what is there. */
export function calm({ objects }: Bucket): ObjectStore {
  return {
    read: (key) => Promise.resolve(objects.get(key) ?? null),
    create: unasked,
    replace: unasked,
    remove: unasked,
    children: (prefix) => Promise.resolve(named(objects, prefix)),
    entries: (prefix, last) => Promise.resolve(listed(objects, prefix, last)),
  };
}
