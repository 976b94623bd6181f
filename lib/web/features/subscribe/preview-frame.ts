// Turns the HTML of a message into the content of a frame. It is the only place where the page accepts markup.
import { previewHtml } from './subscription-texts.ts';

declare global {
  interface Window {
    /** Missing in browsers without trusted types. `createHTML` returns an object that the browser accepts as markup. */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createHTML: (text: string) => string },
      ): { createHTML(text: string): string };
    };
  }
}

/** Named in the page's content security policy. */
const POLICY = 'message-preview';

let toMarkup: ((html: string) => string) | null = null;

/** For `srcdoc` of a sandboxed frame; null where the page's policy does not allow it. */
export function frameContent(html: string): string | null {
  try {
    toMarkup ??= createConversion();
    return toMarkup(html);
  } catch {
    return null;
  }
}

/** Throws when the content security policy does not name the policy. */
function createConversion(): (html: string) => string {
  const policy = window.trustedTypes?.createPolicy(POLICY, { createHTML: previewHtml });
  return policy === undefined ? previewHtml : (html) => policy.createHTML(html);
}
