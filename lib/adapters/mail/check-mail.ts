// Checks whether mail can be sent and will be trusted, without sending a message: the DNS records of the domain, the
// connection to an SMTP server, and what SES says of the account and of the sender's identity.
import type { GetEmailIdentityCommandOutput, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetAccountCommand, GetEmailIdentityCommand } from '@aws-sdk/client-sesv2';
import { Failure, failureReason } from '../../shared/failure.ts';
import { mailDomain } from '../../shared/mail-address.ts';
import type { MailCheck } from './check-dns.ts';
import {
  checkDkim,
  checkDmarc,
  checkSpf,
  createCheckFactory,
  openDomainRecords,
} from './check-dns.ts';
import type { MailSettings, SmtpTransport, SesTransport } from './mail-settings.ts';
import type { SesConnection } from './ses.ts';
import { createSesClient } from './ses.ts';
import type { SmtpOptions } from './smtp.ts';
import { openSmtpConnection, smtpErrorCode } from './smtp.ts';

export type { MailCheck };

export interface MailCheckOptions
  extends Pick<SmtpOptions, 'password'>, Partial<Pick<SmtpOptions, 'ca' | 'connectTimeoutMs'>> {
  readonly settings: MailSettings;
  /** Name of the DKIM key of an SMTP server; null when it is not known. */
  readonly dkimSelector: string | null;
  /** "address:port" of DNS servers; null for the machine's own. */
  readonly dnsServers: readonly string[] | null;
  readonly connection?: SesConnection;
}

/** Never fails: what cannot be checked is a check of its own. */
export async function checkMail(options: MailCheckOptions): Promise<readonly MailCheck[]> {
  const { settings, dkimSelector } = options;
  const { transport } = settings;
  const domain = mailDomain(settings.from.address);
  const records = openDomainRecords(options.dnsServers);
  switch (transport.kind) {
    case 'file':
      return [
        createCheckFactory('outbox')(
          'ok',
          `messages are files in ${transport.folder}, and nothing is sent`,
        ),
      ];
    case 'smtp':
      return Promise.all([
        checkServer(transport, options),
        // The DNS has no records of a host name such as localhost.
        ...(domain.includes('.')
          ? [
              checkSpf(records, domain, null),
              checkDkim(records, domain, dkimSelector),
              checkDmarc(records, domain),
            ]
          : []),
      ]);
    case 'ses': {
      const client = createSesClient(options);
      const dmarc = checkDmarc(records, domain);
      const { checks, mailFromDomain } = await checkSes(client, settings, transport);
      client.destroy();
      const spf =
        mailFromDomain === null
          ? AMAZON_SPF
          : await checkSpf(records, mailFromDomain, 'amazonses.com');
      return [...checks, spf, await dmarc];
    }
  }
}

const AMAZON_SPF = createCheckFactory('SPF')(
  'ok',
  'SES uses a domain of its own for bounces, so DMARC relies on DKIM alone',
);

async function checkServer(
  transport: SmtpTransport,
  options: Omit<SmtpOptions, 'transport'>,
): Promise<MailCheck> {
  const check = createCheckFactory('SMTP server');
  try {
    const connection = await openSmtpConnection({ ...options, transport });
    connection.quit();
    return check('ok', describeServer(transport));
  } catch (error) {
    const code = error instanceof Failure ? error.code : errorCode(error);
    return check(
      'problem',
      `${transport.host} port ${transport.port}: ${code}`,
      ADVICE[code] ?? 'See the log of the mail server.',
    );
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error ? smtpErrorCode(error) : 'CONNECTION_FAILED';
}

function describeServer({ host, port, security, user }: SmtpTransport): string {
  const encryption = { tls: 'TLS', starttls: 'STARTTLS', none: 'no encryption' }[security];
  const login = user === null ? 'no user' : 'the user accepted';
  return `${host} port ${port} answers, with ${encryption} and ${login}`;
}

const PASSWORD = 'Check the user in REPORTS_MAIL and the password.';

const ADVICE: Readonly<Record<string, string>> = {
  CONNECTION_REFUSED: 'Check host and port in REPORTS_MAIL; usual ports are 587 and 465.',
  HOST_NOT_FOUND: 'Check the host in REPORTS_MAIL.',
  TIMEOUT: 'Check host and port in REPORTS_MAIL, and whether a firewall blocks the port.',
  TLS_UNAVAILABLE: 'The server does not offer STARTTLS: use smtps:// and its port, often 465.',
  TLS_CERTIFICATE:
    'The certificate is not valid for this host: use the name that it was issued for, or add its authority with NODE_EXTRA_CA_CERTS.',
  SMTP_AUTHENTICATION: PASSWORD,
  SMTP_530: 'The server requires a user: add it to REPORTS_MAIL, and set the password.',
  SMTP_534: PASSWORD,
  SMTP_535: PASSWORD,
  SECRET_UNAVAILABLE: 'Check REPORTS_SECRET, the region and the credentials.',
};

/** `mailFromDomain`: the domain that bounces go to; null for one of Amazon's. */
interface SesChecks {
  readonly checks: readonly MailCheck[];
  readonly mailFromDomain: string | null;
}

async function checkSes(
  client: SESv2Client,
  { from, rate }: Pick<MailSettings, 'from' | 'rate'>,
  { configurationSet }: SesTransport,
): Promise<SesChecks> {
  const [account, identity] = await Promise.all([
    checkAccount(client, rate),
    readIdentity(client, from.address),
  ]);
  const isRead = typeof identity !== 'string';
  const bouncesCheck = createCheckFactory('bounces');
  return {
    checks: [
      ...account,
      ...(isRead ? describeIdentity(identity) : [identityNotRead(identity)]),
      configurationSet === null
        ? bouncesCheck(
            'warning',
            'bounces and complaints do not end subscriptions',
            'Name a configuration set with events: REPORTS_MAIL=ses:NAME.',
          )
        : bouncesCheck('ok', `events of ${configurationSet}`),
    ],
    mailFromDomain: isRead ? (identity.MailFromAttributes?.MailFromDomain ?? null) : null,
  };
}

async function checkAccount(client: SESv2Client, rate: number): Promise<readonly MailCheck[]> {
  const check = createCheckFactory('SES account');
  try {
    const account = await client.send(new GetAccountCommand({}));
    const { ProductionAccessEnabled, SendingEnabled, SendQuota = {} } = account;
    const { Max24HourSend = 0, SentLast24Hours = 0, MaxSendRate = 0 } = SendQuota;
    const checks: MailCheck[] = [];
    if (SendingEnabled !== true) {
      checks.push(check('problem', 'sending is paused', 'See the account in the SES console.'));
    }
    checks.push(
      ProductionAccessEnabled === true
        ? check(
            'ok',
            `production access, ${SentLast24Hours} of ${Max24HourSend} messages in the last 24 hours`,
          )
        : check(
            'problem',
            'the account is in the sandbox: only verified addresses get messages',
            'Request production access in the SES console.',
          ),
    );
    if (rate > MaxSendRate) {
      checks.push(
        check(
          'warning',
          `REPORTS_MAIL_RATE is ${rate}, but SES accepts ${MaxSendRate} messages a second`,
          `Set REPORTS_MAIL_RATE to ${MaxSendRate} or less, or request a higher quota.`,
        ),
      );
    }
    return checks;
  } catch (error) {
    return [
      check(
        'problem',
        `could not be read (${failureReason(error)})`,
        'Check the region and the credentials, and allow ses:GetAccount.',
      ),
    ];
  }
}

/** The identity of the domain, or else of the address; the reason when neither can be read. */
async function readIdentity(
  client: SESv2Client,
  address: string,
): Promise<GetEmailIdentityCommandOutput | string> {
  let reason = '';
  for (const EmailIdentity of [mailDomain(address), address]) {
    try {
      return await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
    } catch (error) {
      reason = failureReason(error);
      if (reason !== 'NotFoundException') return reason;
    }
  }
  return reason;
}

function identityNotRead(reason: string): MailCheck {
  const check = createCheckFactory('SES identity');
  return reason === 'NotFoundException'
    ? check(
        'problem',
        'neither the domain nor the address of REPORTS_MAIL_FROM is an identity of SES in this region',
        'Create the domain as an identity, and add the DNS records that SES shows.',
      )
    : check(
        'problem',
        `could not be read (${reason})`,
        'Check the region and the credentials, and allow ses:GetEmailIdentity.',
      );
}

function describeIdentity(identity: GetEmailIdentityCommandOutput): readonly MailCheck[] {
  const { VerifiedForSendingStatus, DkimAttributes = {} } = identity;
  const { Status = 'NOT_STARTED', SigningEnabled } = DkimAttributes;
  const isSigned = Status === 'SUCCESS' && SigningEnabled === true;
  const identityCheck = createCheckFactory('SES identity');
  const dkimCheck = createCheckFactory('DKIM');
  return [
    VerifiedForSendingStatus === true
      ? identityCheck('ok', 'verified for sending')
      : identityCheck(
          'problem',
          'not verified for sending',
          'Add the DNS records that SES shows for the identity.',
        ),
    isSigned
      ? dkimCheck('ok', 'SES signs messages')
      : dkimCheck(
          'problem',
          `SES does not sign messages (${SigningEnabled === true ? Status : 'off'})`,
          'Add the three CNAME records that SES shows, and switch DKIM on.',
        ),
  ];
}
