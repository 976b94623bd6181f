// Calls of the HTTP API about accepted changes and targets.
import type { AcceptedBody, TargetBody } from '../../http/setting-responses.ts';
import type { ApiRequests } from './api-request.ts';
import { get, hasFields, withBody } from './api-request.ts';

export interface SettingList<T> {
  readonly data: readonly T[];
}

/** Every call fails with an ApiError. The same setting again changes nothing. */
export function createSettingsApi({ readJson, remove }: ApiRequests) {
  const list = <T>(path: string, folder: number, signal: AbortSignal | undefined) =>
    readJson(`${path}?folder=${folder}`, hasFields<SettingList<T>>('data'), get(signal));
  return {
    /** Of this folder and its surveys. */
    accepted: (folder: number, signal?: AbortSignal) =>
      list<AcceptedBody>('accepted', folder, signal),
    accept: (accepted: Pick<AcceptedBody, 'folder' | 'survey' | 'kind' | 'week'>) =>
      readJson('accepted', hasFields<AcceptedBody>('id', 'by', 'at'), withBody('POST', accepted)),
    removeAccepted: (id: string) => remove(`accepted/${encodeURIComponent(id)}`),
    /** Of this folder alone. */
    targets: (folder: number, signal?: AbortSignal) => list<TargetBody>('targets', folder, signal),
    setTarget: (target: Pick<TargetBody, 'folder' | 'indexType' | 'feedbackScale' | 'value'>) =>
      readJson('targets', hasFields<TargetBody>('id', 'by', 'at'), withBody('POST', target)),
    removeTarget: (id: string) => remove(`targets/${encodeURIComponent(id)}`),
  };
}
