// What the routes of the HTTP API are given: the use cases' dependencies, and what the server knows of a request.
import type { Context } from 'hono';
import type { DeliveryContext } from '../delivery/delivery-context.ts';
import type { RequestContext } from '../jobs/request-report.ts';
import type { LinkContext } from '../links/make-link.ts';
import type { OutgoingReport } from '../ports/deliveries.ts';
import type { FactFiles } from '../ports/fact-tables.ts';
import type { SignLink } from '../ports/object-store.ts';
import type { IdentifiedCaller } from '../reports/access.ts';
import type { OpenPage } from '../ports/page-bundle.ts';
import type { ReadCompanyFolders } from './queries/company-folders.ts';
import { RequestProblem } from './problem-responses.ts';
import type { MessagePreview } from './subscription-responses.ts';

export interface ReportsApiContext extends RequestContext, LinkContext {
  /** The company's folders with their surveys, at most some minutes old. */
  readonly folders: ReadCompanyFolders;
  readonly settleHours: number;
  /** Language of pages for readers whose browser accepts none of the available ones. */
  readonly locale: string;
  /** Called for every response with a 5xx status, which hides the cause from the caller. */
  readonly onFault: (error: unknown, ids: RequestIds) => void;
  readonly signLink: SignLink;
  readonly factFiles: FactFiles;
  /** The report library, which is served at `/`. */
  readonly page: OpenPage;
  /** The release that runs, for its description. */
  readonly release?: string | undefined;
  /** Null where the deployment sends no messages. */
  readonly delivery: ApiDelivery | null;
}

export interface ApiDelivery extends DeliveryContext {
  /** The message as its channel gets it. */
  readonly renderPreview: (outgoing: OutgoingReport) => Promise<MessagePreview>;
}

/** Fails with DELIVERY_NOT_CONFIGURED. */
export function requireDelivery({ delivery }: Pick<ReportsApiContext, 'delivery'>): ApiDelivery {
  if (delivery !== null) return delivery;
  throw new RequestProblem('DELIVERY_NOT_CONFIGURED', 'No messages are sent here.');
}

/** Ids under which the log lines of one request can be found. */
export type RequestIds = Readonly<Record<string, string>>;

/** What the server knows of a request; `caller` is null or missing without a valid token. */
export interface ApiEnv {
  Bindings: {
    readonly caller?: IdentifiedCaller | null;
    readonly ids?: RequestIds;
    /** As `clientNetwork`; null or missing where it is not known, as behind a proxy on this machine. */
    readonly network?: string | null;
    /**
     * Ends the connection of a response that was begun and can't be completed. Missing where responses are sent as a whole,
     * which limits their size and time.
     */
    readonly breakOff?: (error: unknown) => void;
    /** Called with the pattern of the path, e.g. "/v1/weeks/:week"; "none" where no route is. Missing where nothing counts. */
    readonly onRoute?: (pattern: string) => void;
  };
}
/** Context of a request at any path. */
export type ApiRequest = Context<ApiEnv, string>;

/** The caller of a request. Fails with UNAUTHORIZED without a valid token. */
export function callerOfRequest({ env }: Pick<ApiRequest, 'env'>): IdentifiedCaller {
  const caller = env.caller ?? null;
  if (caller !== null) return caller;
  throw new RequestProblem('UNAUTHORIZED', 'A valid bearer token is needed.', {
    'WWW-Authenticate': 'Bearer',
  });
}
