// The HTTP API as a Lambda function behind an API Gateway HTTP API: one event in, one response out.
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { Failure } from '../../lib/shared/failure.ts';
import type { Log } from '../../lib/shared/log.ts';
import { basePathOf } from '../../lib/http/base-path.ts';
import { gatewayIdOf, readEvent } from './http-event.ts';
import { toProblem, problemResponse, RequestProblem } from '../../lib/http/problem-responses.ts';
import type { ReportsApiContext, RequestIds } from '../../lib/http/api-context.ts';
import { createReportsApi } from '../../lib/http/api.ts';

export interface ReportsApiHandlerOptions {
  readonly api: ReportsApiContext;
  readonly log: Pick<Log, 'error'>;
}

export type ReportsApiHandler = (
  event: unknown,
  context?: Pick<Context, 'awsRequestId'>,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Never throws: every error is a response. */
export function createReportsApiHandler({ api, log }: ReportsApiHandlerOptions): ReportsApiHandler {
  const routes = createReportsApi(api);
  const basePath = basePathOf(api.publicUrl);
  return async (event, context) => {
    const ids = idsOf(event, context);
    try {
      return await toResult(await respond(event, ids));
    } catch (error) {
      const onFault = (fault: unknown): void => {
        log.error('unhandled request error', fault, ids);
      };
      return toResult(problemResponse(toProblem(error, onFault)));
    }
  };

  async function respond(event: unknown, ids: RequestIds): Promise<Response> {
    const httpEvent = readEvent(event, basePath);
    if (httpEvent === null) {
      log.error('invalid event', new Failure('EVENT_SHAPE'), ids);
      // An HTTP client can't cause or correct this, so the response has no details.
      return problemResponse(toProblem(null, () => undefined));
    }
    const { request, caller, isBodyValid } = httpEvent;
    if (isBodyValid) return routes.fetch(request, { caller, ids });
    throw new RequestProblem(
      'BODY_ENCODING',
      'The body is marked as base64, but is not valid base64.',
    );
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

/** In larger texts, escaped quotes may add more than base64 does. */
const MAX_TEXT_BYTES = 1024 * 1024;

/** Anything but plain text goes to the gateway as base64, which the gateway decodes. */
async function toResult(response: Response): Promise<APIGatewayProxyStructuredResultV2> {
  const { status: statusCode, headers: responseHeaders } = response;
  const headers = Object.fromEntries(responseHeaders);
  const bytes = Buffer.from(await response.arrayBuffer());
  const isText =
    bytes.byteLength === 0 ||
    (!responseHeaders.has('Content-Encoding') &&
      bytes.byteLength <= MAX_TEXT_BYTES &&
      /^(text\/|application\/(problem\+)?json\b)/.test(responseHeaders.get('Content-Type') ?? ''));
  return {
    statusCode,
    headers,
    body: bytes.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
  };
}
