// Shows the mail about a region on a phone, and that about a store beside it, for the picture in the documents.
import type { Page } from 'playwright-core';
import { renderHtml } from '../../../lib/adapters/mail/html.ts';
import { createTestMessage, MESSAGE_CASES } from '../../support/message-cases.ts';

const FRAMES = [
  { name: 'a region', width: 360 },
  { name: 'a store that fell', width: 640 },
] as const;

export async function showMails(page: Page): Promise<void> {
  await page.setContent(
    '<body style="margin:10px;display:flex;align-items:flex-start;gap:20px;background:#8b96a1">',
  );
  for (const { name, width } of FRAMES) {
    const messageCase = MESSAGE_CASES.get(name);
    if (messageCase === undefined) throw new TypeError(`no case is called ${name}`);
    const { message, footer } = createTestMessage(messageCase, 'en', { reportUrl: null });
    const frame = { html: renderHtml(message, footer), width };
    await page.evaluate(`(() => {
      const { html, width } = ${JSON.stringify(frame)};
      const iframe = document.createElement('iframe');
      iframe.style = 'border:0;background:#fff;width:' + width + 'px';
      document.body.append(iframe);
      iframe.contentDocument.write(html);
      iframe.style.height = iframe.contentDocument.documentElement.scrollHeight + 'px';
    })()`);
  }
}
