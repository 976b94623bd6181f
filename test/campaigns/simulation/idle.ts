// A read-only store without faults for the checks, and a reporting API that must not be called.
import type { FeedbackSource } from '../../../lib/ports/feedback-source.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import type { SimulatedBucket } from './simulated-bucket.ts';
import { listEntries, listChildren } from './simulated-bucket.ts';

/** For abandoning a job, which does not call the reporting API. */
export const UNUSED_SOURCE: FeedbackSource = {
  readFolders: rejectUnexpectedCall,
  readSurvey: rejectUnexpectedCall,
  readActivePeriods: rejectUnexpectedCall,
  readHourlyCounts: rejectUnexpectedCall,
  readDailyCounts: rejectUnexpectedCall,
  readFollowUps: rejectUnexpectedCall,
  readAlerts: rejectUnexpectedCall,
};

function rejectUnexpectedCall(): Promise<never> {
  return Promise.reject(new TypeError('unexpected call'));
}

export function faultFreeStore({ objects }: SimulatedBucket): ObjectStore {
  return {
    read: (key) => Promise.resolve(objects.get(key) ?? null),
    create: rejectUnexpectedCall,
    replace: rejectUnexpectedCall,
    remove: rejectUnexpectedCall,
    children: (prefix) => Promise.resolve(listChildren(objects, prefix)),
    entries: (prefix, last) => Promise.resolve(listEntries(objects, prefix, last)),
  };
}
