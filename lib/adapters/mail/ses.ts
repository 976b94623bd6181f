// Sends messages with SES. Errors of the SDK are reduced to their names, since they contain whole requests and addresses.
import type { SESv2ClientConfig } from '@aws-sdk/client-sesv2';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { notSent, refused, type SendOutcome } from '../../ports/deliveries.ts';
import { failureReason } from '../../shared/failure.ts';
import type { ComposedMail, SesTransport } from './mail-settings.ts';
import type { MailTransportClient } from './smtp.ts';

/** Overrides the SDK's own configuration (AWS_ENDPOINT_URL_SESV2); for tests. */
export type SesConnection = Pick<SESv2ClientConfig, 'endpoint' | 'credentials' | 'region'>;

interface SesOptions {
  readonly transport: SesTransport;
  readonly sendTimeoutMs?: number;
  readonly connection?: SesConnection;
}

export function createSesClient({
  sendTimeoutMs = 30_000,
  connection = {},
}: Omit<SesOptions, 'transport'>): SESv2Client {
  return new SESv2Client({
    ...connection,
    // A retry of the SDK could send a message twice; retries are those of the delivery.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: sendTimeoutMs,
      throwOnRequestTimeout: true,
    },
  });
}

/** Opens no connection yet. */
export function openSesClient(options: SesOptions): MailTransportClient {
  const { configurationSet } = options.transport;
  const client = createSesClient(options);
  return {
    async send(mail) {
      const command = createCommand(mail, configurationSet);
      let isRequestSigned = false;
      command.middlewareStack.add(
        (next) => (args) => {
          isRequestSigned = true;
          return next(args);
        },
        { step: 'deserialize', name: 'markSignedRequest', priority: 'low' },
      );
      try {
        const { MessageId } = await client.send(command);
        return { state: 'sent', transportId: MessageId ?? null };
      } catch (error) {
        return outcomeOfSesError(error, isRequestSigned);
      }
    },
    close() {
      client.destroy();
    },
  };
}

function createCommand(
  { from, to, messageId, subscription, bytes }: ComposedMail,
  configurationSet: string | null,
): SendEmailCommand {
  return new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    Content: { Raw: { Data: bytes } },
    // In events of SES, which has a Message-ID of its own. A value may have letters, digits, "-" and "_".
    EmailTags: [
      { Name: 'subscription', Value: subscription },
      { Name: 'receipt', Value: messageId },
    ],
    ...(configurationSet === null ? {} : { ConfigurationSetName: configurationSet }),
  });
}

/** Names of errors that an operator or the time can mend. */
const REASONS: Readonly<Record<string, string>> = {
  TooManyRequestsException: 'SES_THROTTLED',
  ThrottlingException: 'SES_THROTTLED',
  Throttling: 'SES_THROTTLED',
  LimitExceededException: 'SES_LIMIT_EXCEEDED',
  AccountSuspendedException: 'SES_ACCOUNT_SUSPENDED',
  SendingPausedException: 'SES_SENDING_PAUSED',
  MailFromDomainNotVerifiedException: 'SES_MAIL_FROM_NOT_VERIFIED',
  NotFoundException: 'SES_NOT_FOUND',
  AccessDeniedException: 'SES_ACCESS_DENIED',
};

/** Names of errors about the message itself. */
const REFUSALS: Readonly<Record<string, string>> = {
  MessageRejected: 'SES_MESSAGE_REJECTED',
  BadRequestException: 'SES_BAD_REQUEST',
};

/** Codes of connections that were never made. */
const NOT_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$|CERT|^ERR_TLS/;

function outcomeOfSesError(error: unknown, isRequestSigned: boolean): SendOutcome {
  const name = failureReason(error);
  // Without credentials or a region, nothing is sent.
  if (!isRequestSigned) return notSent(`SES_${name}`);
  const status = statusOf(error);
  const refusal = REFUSALS[name];
  if (refusal !== undefined) return refused(refusal);
  // 503 says that the request was not handled; other server errors may follow the acceptance of the message.
  if (status !== null && ((status >= 400 && status < 500) || status === 503)) {
    return notSent(REASONS[name] ?? `SES_${status}`);
  }
  if (status === null && (NOT_CONNECTED.test(name) || isConnectTimeout(error))) {
    return notSent(name === 'ECONNREFUSED' ? 'CONNECTION_REFUSED' : 'CONNECTION_FAILED');
  }
  if (name === 'TimeoutError' || name === 'ETIMEDOUT')
    return { state: 'unknown', reason: 'TIMEOUT' };
  return {
    state: 'unknown',
    reason: status === null || status < 300 ? `SES_${name}` : `SES_${status}`,
  };
}

/** Null without a response. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('$metadata' in error)) return null;
  const metadata = error.$metadata;
  return typeof metadata === 'object' &&
    metadata !== null &&
    'httpStatusCode' in metadata &&
    typeof metadata.httpStatusCode === 'number'
    ? metadata.httpStatusCode
    : null;
}

/** The SDK's two timeouts have the same name. */
function isConnectTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.includes('did not establish a connection');
}
