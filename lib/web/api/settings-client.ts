// Calls of the HTTP API about accepted changes and targets.
import type { AcceptedBody, TargetBody } from '../../http/setting-responses.ts';
import type { ApiRequests } from './api-request.ts';
import { hasFields } from './api-request.ts';

export interface SettingList<T> {
  readonly data: readonly T[];
}

/** Every call fails with an ApiError. The same setting again changes nothing. */
export interface SettingsApi {
  /** Of this folder and its surveys. */
  accepted(folder: number, signal?: AbortSignal): Promise<SettingList<AcceptedBody>>;
  accept(
    accepted: Pick<AcceptedBody, 'folder' | 'survey' | 'kind' | 'week'>,
  ): Promise<AcceptedBody>;
  removeAccepted(id: string): Promise<void>;
  /** Of this folder alone. */
  targets(folder: number, signal?: AbortSignal): Promise<SettingList<TargetBody>>;
  setTarget(
    target: Pick<TargetBody, 'folder' | 'indexType' | 'feedbackScale' | 'value'>,
  ): Promise<TargetBody>;
  removeTarget(id: string): Promise<void>;
}

export function createSettingsApi({ readJson, remove }: ApiRequests): SettingsApi {
  const list = <T>(
    path: string,
    folder: number,
    signal: AbortSignal | undefined,
  ): Promise<SettingList<T>> =>
    readJson(`${path}?folder=${folder}`, hasFields<SettingList<T>>('data'), {
      retry: 'busy',
      ...(signal === undefined ? {} : { signal }),
    });
  const post = (body: object) =>
    ({ method: 'POST', body: JSON.stringify(body), retry: 'busy' }) as const;
  return {
    accepted: (folder, signal) => list('accepted', folder, signal),
    accept: (accepted) =>
      readJson('accepted', hasFields<AcceptedBody>('id', 'by', 'at'), post(accepted)),
    removeAccepted: (id) => remove(`accepted/${encodeURIComponent(id)}`),
    targets: (folder, signal) => list('targets', folder, signal),
    setTarget: (target) =>
      readJson('targets', hasFields<TargetBody>('id', 'by', 'at'), post(target)),
    removeTarget: (id) => remove(`targets/${encodeURIComponent(id)}`),
  };
}
