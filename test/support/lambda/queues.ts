// A real SQS server whose queues have addresses of this machine, as our configuration wants them over plain http:
// fauxqs gives its queues names that only some machines can look up.
import { startFauxqs } from 'fauxqs';
import { forwardRequest, startJsonService } from '../aws/json-service.ts';
import type { ServiceResult, AwsConnection, ServiceInput } from '../aws/json-service.ts';

export interface Queues {
  /** For AWS_ENDPOINT_URL_SQS. */
  readonly url: string;
  /** For a client of the SDK. */
  readonly connection: AwsConnection;
  /** Makes a queue; the attributes are SQS's own, e.g. VisibilityTimeout in seconds. */
  create(name: string, attributes?: Readonly<Record<string, string>>): TestQueue;
  close(): Promise<void>;
}

export interface TestQueue {
  readonly url: string;
  readonly arn: string;
}

export async function startQueues(): Promise<Queues> {
  const behind = await startFauxqs({ port: 0, logger: false });
  const insideUrls = new Map<string, string>();

  const answer = (operation: string, input: ServiceInput): Promise<ServiceResult> => {
    const { QueueUrl: url } = input;
    const inside = typeof url === 'string' ? { QueueUrl: insideUrls.get(url) ?? url } : {};
    return forwardRequest(behind.address, `AmazonSQS.${operation}`, { ...input, ...inside });
  };

  // A long poll may outlive the test that closes the server under it.
  const service = await startJsonService((operation, input) =>
    answer(operation, input).catch((): ServiceResult => ({
      error: 'ServiceUnavailable',
      status: 503,
    })),
  );
  return {
    url: service.url,
    connection: service.connection,
    create: (name, attributes = {}) => {
      const { region } = service.connection;
      const createdQueue = behind.createQueue(name, { region, attributes: { ...attributes } });
      const url = `${service.url}${new URL(createdQueue.queueUrl).pathname}`;
      insideUrls.set(url, createdQueue.queueUrl);
      return { url, arn: createdQueue.queueArn };
    },
    close: async () => {
      await service.close();
      await behind.stop();
    },
  };
}
