// Checks whether mail can be sent and will be trusted, without sending a message: the DNS records of the domain, the
// connection to an SMTP server, and what SES says of the account and of the sender's identity.
import { Failure } from '../../shared/failure.ts';
import { mailDomain } from '../../shared/mail-address.ts';
import type { MailCheck } from './check-dns.ts';
import {
  checkDkim,
  checkDmarc,
  checkSpf,
  createCheckFactory,
  openDomainRecords,
} from './check-dns.ts';
import type { MailSettings, SmtpTransport } from './mail-settings.ts';
import type { SesConnection } from './ses.ts';
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
      const dmarc = checkDmarc(records, domain);
      const { checkSes } = await import('./check-ses.ts');
      const { checks, mailFromDomain } = await checkSes(settings, transport, options);
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
