// The entry point of the feedback service: the reporting API over the companies that it is given.
import { setTimeout } from 'node:timers/promises';
import type { RefusalOptions } from './http/authentication.ts';
import { createRefusalLimiter } from './http/authentication.ts';
import { createCredentialIndex } from './http/credential-index.ts';
import type { ListenOptions, RunningService, TlsFiles } from './http/http-server.ts';
import { startServer } from './http/http-server.ts';
import { createLongAnswers } from './http/long-answers.ts';
import type { ItemLimits } from './queries/feedback-queries.ts';
import { createThreadReader } from './reading/thread-reader.ts';
import type { Company } from './company-store.ts';

export { openDataSet, type DataSet } from './data-set/index.ts';
export type { ImportProgress } from './data-set/import.ts';
export {
  importValidFiles,
  type ImportOptions,
  type ImportOutcome,
} from './data-set/import-data-set.ts';
export { checkDataSet } from './data-set/check-data-set.ts';
export { checkCsv } from './csv/check-csv.ts';
export { draftCompany, type Draft } from './csv/draft-company.ts';
export { isTimeZone } from './time-zone.ts';
export { columnRoles, type Columns } from './csv/guess-columns.ts';
export { importCsv, type CsvImport } from './csv/import-csv.ts';
export { backUp, restore } from './data-set/backup.ts';
export {
  compactDataSet,
  forget,
  removeSurvey,
  type ForgetOptions,
  type ForgetSelection,
} from './data-set/forget.ts';
export type { Rehearsal } from './alert-rehearsal.ts';
export type { SpecificationContent } from './company.ts';
export { rehearseStoredAlerts } from './data-set/rehearse-alerts.ts';
export type { ListedCredential } from './data-set/data-set-credentials.ts';
export { openCredentials, type CredentialManager } from './data-set/data-set-credentials.ts';
export {
  superviseDataSet,
  type SupervisedDataSet,
  type SupervisedOptions,
} from './data-set/supervise.ts';
export { DataSetError, type DataProblem } from './data-set/data-set-problem.ts';
export { DatabaseError } from './database/database.ts';
export { sampleCompany } from './sample/sample-company.ts';
export type { RefusalReport } from './http/authentication.ts';
export { isLoopback, type RunningService, type TlsFiles } from './http/http-server.ts';
export { parseAddressRanges, type AddressRanges } from './http/client-address.ts';
export type { AnsweredRequest } from './http/answered-request.ts';
export {
  CompanyUnavailableError,
  type Company,
  type Credential,
  type CompanyStore,
} from './company-store.ts';

export interface FeedbackServiceOptions {
  /** A request is served from the company that its credentials belong to. */
  readonly companies: readonly Company[];
  /** UTC milliseconds. */
  readonly clock: () => number;
  /** Default 127.0.0.1; other than loopback addresses need `tls` or `proxies`. */
  readonly host?: string;
  /** Default 0, which takes a free port. */
  readonly port?: number;
  /** A client that sends and reads nothing for this long is disconnected; default one minute. */
  readonly idleMs?: number;
  /** A client that reads a long answer slowly for this long, while others wait for its place, is disconnected; default one minute. */
  readonly slowMs?: number;
  /** Certificate and key in PEM. */
  readonly tls?: TlsFiles;
  /** Another prefix of the credential headers, besides `X-SVC`: `X-SVC-Client-Id`, `X-SVC-API-Token`. */
  readonly headerPrefix?: string;
  /** Called with refused credentials, at most once a minute for each source. */
  readonly onRefused?: RefusalOptions['onRefused'];
  /** Delays the answers to refused credentials; uses timers by default. */
  readonly pause?: RefusalOptions['pause'];
  /** Maximum number of items in one answer; the defaults are those of the API document. */
  readonly caps?: Partial<ItemLimits>;
  readonly proxies?: ListenOptions['proxies'];
  readonly onAnswered?: ListenOptions['onAnswered'];
  /** Called with unexpected errors; the client gets a 500 without details. */
  readonly onError?: (error: unknown) => void;
}

const documentedCaps: ItemLimits = {
  openFeedback: 10_000,
  rawWithOpenFeedback: 10_000,
  raw: 150_000,
  alerts: 10_000,
};

const documentedPrefix = 'X-SVC';

/** Headers are the same in upper and lower case. */
function acceptedPrefixes(prefix: string): readonly string[] {
  const isDocumented = prefix.toUpperCase() === documentedPrefix;
  return isDocumented ? [documentedPrefix] : [documentedPrefix, prefix];
}

/** Resolves when the service listens. `url` is the base URL, to which `/v1/…` is added. */
export function startFeedbackService(options: FeedbackServiceOptions): Promise<RunningService> {
  const { companies, clock, host = '127.0.0.1', port = 0, tls, caps, onError = ignore } = options;
  const { headerPrefix = documentedPrefix, onRefused = ignore, pause = timedPause } = options;
  const { proxies, onAnswered, idleMs = 60_000, slowMs = 60_000 } = options;
  return startServer(
    {
      host,
      port,
      idleMs,
      ...(tls === undefined ? {} : { tls }),
      ...(proxies === undefined ? {} : { proxies }),
      ...(onAnswered === undefined ? {} : { onAnswered }),
    },
    {
      credentials: createCredentialIndex({ companies, onError }),
      clock,
      caps: { ...documentedCaps, ...caps },
      headerPrefixes: acceptedPrefixes(headerPrefix),
      refusals: createRefusalLimiter({ clock, pause, onRefused }),
      longAnswers: createLongAnswers(slowMs),
      reader: createThreadReader(),
      onError,
    },
  );
}

function ignore(): void {
  // The default of optional callbacks.
}

/** Resolves at the end of the time, or when the signal aborts. */
async function timedPause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
