// Composition of the texts of messages, apart from their senders, which most functions do not need.
import { createConfirmation } from '../delivery/confirmation-message.ts';
import type { MessageComposer } from '../delivery/delivery-context.ts';
import { createFooter } from '../delivery/message-footer.ts';
import { createReportMessage } from '../delivery/report-message.ts';

export const MESSAGE_COMPOSER: MessageComposer = {
  report: createReportMessage,
  footer: createFooter,
  confirmation: createConfirmation,
};
