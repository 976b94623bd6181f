// The bodies of a mail, as HTML and as plain text of the same content.
import { renderConfirmationHtml, renderHtml } from './html.ts';
import type { MailRenderers } from './mime.ts';
import { renderConfirmationText, renderText } from './text.ts';

export const MAIL_RENDERERS: MailRenderers = {
  html: (outgoing) =>
    outgoing.kind === 'report'
      ? renderHtml(outgoing.message, outgoing.footer)
      : renderConfirmationHtml(outgoing.message),
  text: (outgoing) =>
    outgoing.kind === 'report'
      ? renderText(outgoing.message, outgoing.footer)
      : renderConfirmationText(outgoing.message),
};
