// Config and the world → services. The only file that knows every adapter.
import { openFeedbackApi } from './adapters/feedback-api/index.ts';
import { openFolderStore } from './adapters/folder/index.ts';
import { jsonReader, jsonRenderer, manifestCodec, planCodec } from './adapters/json/index.ts';
import { pdfRenderer } from './adapters/pdf/index.ts';
import type { Keeping } from './app/keep-reports.ts';
import type { Making } from './app/make-week.ts';
import { Failure } from './app/failures.ts';
import type { Clock, Credentials, ObjectStore } from './app/ports.ts';
import type { ApiConfig, Config } from './config.ts';

export interface Services {
  readonly making: Making;
  /** Requests to the reporting API so far. */
  requests(): { readonly sent: number; readonly retried: number };
  close(): Promise<void>;
}

/** What the world gives beside the configuration. */
export interface World {
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

// The one place where the clock and chance come from; everything else takes them as parameters.
export const realWorld: World = {
  // eslint-disable-next-line no-restricted-syntax
  clock: () => Date.now(),
  // eslint-disable-next-line no-restricted-syntax
  random: () => Math.random(),
};

/** Opens nothing yet: connections and folders come with the first use. */
export function openServices(config: Config, api: ApiConfig, world: World): Services {
  const feedback = openFeedbackApi({
    baseUrl: api.url,
    ...credentialsOf(api),
    auth: api.auth,
    headerPrefix: api.headerPrefix,
    concurrency: config.concurrency,
    ...world,
    sleep,
  });
  return {
    making: {
      source: feedback.source,
      keeping: openKeeping(config),
      clock: world.clock,
      rules: {
        minResponses: config.minResponses,
        reversedScale: config.reversedScale,
        settleHours: config.settleHours,
      },
      concurrency: config.concurrency,
    },
    requests: () => feedback.requests(),
    close: () => feedback.close(),
  };
}

/** Ends early when the signal is aborted. Resolves then too: an error with a stack for every request is dear. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const done = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', done);
    resolve(undefined);
  };
  const timer = setTimeout(done, ms);
  signal.addEventListener('abort', done);
  if (signal.aborted) done();
  return promise;
}

function credentialsOf({ credentials }: ApiConfig): Credentials {
  if (credentials === null) throw new Failure('CONFIG_INVALID', { name: 'FEEDBACK_API_TOKEN' });
  return credentials;
}

export function openStore({ store }: Pick<Config, 'store'>): ObjectStore {
  if (store.kind === 's3') throw new Failure('CONFIG_INVALID', { name: 'REPORT_STORE' });
  return openFolderStore({ root: store.folder });
}

function openKeeping(config: Config): Keeping {
  return {
    store: openStore(config),
    manifests: manifestCodec(),
    plans: planCodec(),
    reader: jsonReader(),
    renderers: {
      pdf: pdfRenderer({ locale: config.locale, paper: config.paper }),
      json: jsonRenderer(),
    },
  };
}
