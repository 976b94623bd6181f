// Messages as the delivery hands them to the mail adapter, with renderers that write every text that has to be escaped.
import type { MailSettings } from '../../../lib/adapters/mail/mail-settings.ts';
import type { MailRenderers } from '../../../lib/adapters/mail/mime.ts';
import type {
  OutgoingConfirmation,
  OutgoingReport,
  ReportReady,
} from '../../../lib/ports/deliveries.ts';
import { createReportMessage } from '../../../lib/delivery/report-message.ts';
import type { ReportMessage } from '../../../lib/ports/message.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import { createReport } from '../test-reports.ts';

export const SETTINGS: Pick<MailSettings, 'from' | 'replyTo'> = {
  from: { name: 'Weekly reports', address: 'reports@reports.example.com' },
  replyTo: { name: 'Support', address: 'support@example.com' },
};

/** Monday 16 November 2026, 06:00 UTC. */
export const NOW = Date.UTC(2026, 10, 16, 6);

export const UNSUBSCRIBE_URL = 'https://reports.example.com/subscriptions/unsubscribe/dG9rZW4.c2ln';

export const RENDERERS: MailRenderers = {
  html: (outgoing) => {
    const { language, direction } =
      outgoing.kind === 'report' ? outgoing.message.view : outgoing.message;
    return `<!doctype html><html lang="${language}" dir="${direction}"><body><p>${escapeHtml(outgoing.message.subject)}</p></body></html>`;
  },
  text: ({ message }) => `${message.subject}\n\nThe reports of the week.\n`,
};

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function subscriptionOf(address: string): Subscription {
  return {
    id: '41004-ab2cd3ef4gh5ij6kl7mn',
    folder: 41004,
    channel: 'mail',
    address,
    locale: 'en',
    when: 'ready',
    only: 'always',
    attach: 'pdf',
    state: 'active',
    createdAt: '2026-11-01T08:00:00.000Z',
    createdBy: 'shell',
  };
}

const MESSAGE: ReportMessage = {
  ...createReportMessage(
    createReport({
      key: 41004,
      name: 'Security control, Terminal 2',
      surveys: [{ key: 410_041, name: 'How was it?' }],
    }),
    {
      locale: 'en',
      reportUrl: null,
      pageUrl: null,
      placeUrls: new Map(),
      notes: null,
      isUpdate: false,
    },
  ),
  subject: 'Security control, Terminal 2 53 (was 70) · week 46',
};

const FILE = { key: 'weeks/2026-W46/x.pdf', bytes: 12, sha256: 'a0'.repeat(32) };

const EVENT: ReportReady = {
  version: '1',
  week: '2026-W46',
  folder: { key: 41004, name: 'Terminal 2' },
  revision: 1,
  status: 'complete',
  asOf: '2026-11-16T06:00:00.000Z',
  verdict: 'uncompared',
  signal: null,
  sentence: '',
  link: null,
  files: { pdf: FILE, json: FILE },
};

export const PDF_BYTES = Buffer.from('%PDF-1.7\r\n\u0000\u00ff binary\r\n.\r\n%%EOF', 'latin1');

export interface ReportParts {
  readonly address?: string;
  readonly messageId?: string;
  readonly subject?: string;
  readonly view?: Partial<Pick<ReportMessage['view'], 'name' | 'language'>>;
  readonly unsubscribeUrl?: string | null;
  readonly attachment?: OutgoingReport['attachment'];
}

export function reportMail(parts: ReportParts = {}): OutgoingReport {
  const { address = 'ana+reports@example.com', unsubscribeUrl = UNSUBSCRIBE_URL } = parts;
  return {
    kind: 'report',
    subscription: subscriptionOf(address),
    messageId: parts.messageId ?? '2026-W46-41004-ab2cd3ef4gh5ij6kl7mn-report',
    message: {
      ...MESSAGE,
      subject: parts.subject ?? MESSAGE.subject,
      view: { ...MESSAGE.view, language: 'en', ...parts.view },
    },
    footer: {
      texts: [],
      unsubscribe: unsubscribeUrl === null ? null : { text: 'Unsubscribe', url: unsubscribeUrl },
    },
    event: EVENT,
    signingKeys: [],
    attachment: parts.attachment ?? {
      fileName: 'Turvatarkastus – Terminaali 2, 2026-W46.pdf',
      bytes: PDF_BYTES,
    },
  };
}

export function confirmationMail(address = 'ana+reports@example.com'): OutgoingConfirmation {
  return {
    kind: 'confirmation',
    subscription: subscriptionOf(address),
    messageId: 'confirm-41004-ab2cd3ef4gh5ij6kl7mn',
    message: {
      language: 'ar',
      direction: 'rtl',
      subject: 'أكّد اشتراكك في التقارير الأسبوعية',
      paragraphs: [],
      confirm: { text: 'تأكيد', url: 'https://reports.example.com/subscriptions/confirm/dG9rZW4' },
      note: '',
    },
  };
}
