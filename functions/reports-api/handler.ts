// The HTTP API as a Lambda function behind an HTTP API: one event in, one answer out.
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { Failure } from '../../lib/shared/failure.ts';
import type { Log } from '../../lib/shared/log.ts';
import { basePathOf } from '../../lib/http/base-path.ts';
import { gatewayIdOf, readEvent } from './http-event.ts';
import { toProblem, problemResponse, RequestProblem } from '../../lib/http/problem-responses.ts';
import type { ReportsApi, RequestIds } from '../../lib/http/api-context.ts';
import { reportsApiRoutes } from '../../lib/http/reports-api.ts';

export interface ReportsApiHandlerOptions {
  readonly api: ReportsApi;
  readonly log: Pick<Log, 'error'>;
}

export type ReportsApiHandler = (
  event: unknown,
  context?: Pick<Context, 'awsRequestId'>,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Never fails: whatever goes wrong is an answer. */
export function createHandler({ api, log }: ReportsApiHandlerOptions): ReportsApiHandler {
  const routes = reportsApiRoutes(api);
  const basePath = basePathOf(api.publicUrl);
  return async (event, context) => {
    const ids = idsOf(event, context);
    try {
      return await resultOf(await answer(event, ids));
    } catch (error) {
      const onFault = (fault: unknown): void => {
        log.error('a request could not be answered', fault, ids);
      };
      return resultOf(problemResponse(toProblem(error, onFault)));
    }
  };

  async function answer(event: unknown, ids: RequestIds): Promise<Response> {
    const read = readEvent(event, basePath);
    if (read === null) {
      log.error('an event of another shape', new Failure('EVENT_SHAPE'), ids);
      // Nobody who asks over HTTP can mend it, so nothing is told.
      return problemResponse(toProblem(null, () => undefined));
    }
    const { request, caller, isBodySound } = read;
    if (isBodySound) return routes.fetch(request, { caller, ids });
    throw new RequestProblem('BODY_ENCODING', 'The body is not the base64 that it is said to be.');
  }
}

/** Lambda's id, as every function logs it; the gateway's, which callers get in the header `apigw-requestid`. */
function idsOf(event: unknown, context: Pick<Context, 'awsRequestId'> | undefined): RequestIds {
  const gatewayRequestId = gatewayIdOf(event);
  return {
    ...(context === undefined ? {} : { requestId: context.awsRequestId }),
    ...(gatewayRequestId === null ? {} : { gatewayRequestId }),
  };
}

/** More would grow by its quotes more than it does as base64. */
const MAX_TEXT_BYTES = 1024 * 1024;

/** What isn't plain text goes to the gateway as base64, and comes out of it as it was. */
async function resultOf(response: Response): Promise<APIGatewayProxyStructuredResultV2> {
  const { status: statusCode, headers: told } = response;
  const headers = Object.fromEntries(told);
  const bytes = Buffer.from(await response.arrayBuffer());
  const isText =
    bytes.byteLength === 0 ||
    (!told.has('Content-Encoding') &&
      bytes.byteLength <= MAX_TEXT_BYTES &&
      /^(text\/|application\/(problem\+)?json\b)/.test(told.get('Content-Type') ?? ''));
  return {
    statusCode,
    headers,
    body: bytes.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
  };
}
