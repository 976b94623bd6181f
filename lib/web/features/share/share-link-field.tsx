// A link as text that can be copied, in either of its forms, with what it opens and until when.
import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { displayText } from '../../../i18n/localization.ts';
import type { MadeLink } from '../../api/api-client.ts';
import { localInstant } from '../../page-localization.ts';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import { addressIn } from './link-text.ts';

const FORMATS = ['pdf', 'json'] as const;

export function LinkField({ link }: { readonly link: MadeLink }): JSX.Element {
  const { announce } = useLibrary();
  const { page, formats } = useSpeech();
  const words = page.share;
  const what = useLinkName(link);
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('pdf');
  const [copied, setCopied] = useState<'copied' | 'selected' | null>(null);
  const [field, form] = [useId(), useId()];
  const text = useRef<HTMLInputElement>(null);
  const address = addressIn(link.url, format);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(address);
    if (!isCopied) {
      text.current?.focus();
      text.current?.select();
    }
    setCopied(isCopied ? 'copied' : 'selected');
    announce(isCopied ? words.copied : words.copyByHand);
  };
  return (
    <div class="link-field">
      <label for={field}>{what}</label>
      <div class="link-row">
        <input
          id={field}
          ref={text}
          type="text"
          readOnly
          dir="ltr"
          value={address}
          onFocus={(event) => {
            event.currentTarget.select();
          }}
        />
        <button type="button" aria-label={words.copyOf(what)} onClick={() => void copy()}>
          {copied === 'copied' ? words.copied : words.copy}
        </button>
      </div>
      {copied === 'selected' && <p class="hint">{words.copyByHand}</p>}
      <p class="link-facts">
        <label for={form}>{words.format}</label>
        <select
          id={form}
          value={format}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setFormat(FORMATS.find((one) => one === value) ?? 'pdf');
            setCopied(null);
          }}
        >
          {FORMATS.map((one) => (
            <option key={one} value={one}>
              {words.formats[one]}
            </option>
          ))}
        </select>
        <span class="hint">
          {words.worksUntil(localInstant(link.expiresAt, formats) ?? formats.utc(link.expiresAt))}
        </span>
      </p>
    </div>
  );
}

/** What a link opens, in words. */
export function useLinkName({ folder, week, revision }: MadeLink): string {
  const { places } = useLibrary();
  const { page, words, formats, direction } = useSpeech();
  const name = places.folder(folder)?.name ?? '';
  const place = name === '' ? words.folder(String(folder)) : displayText(name, { direction });
  return week === null || revision === null
    ? page.share.always(place)
    : page.share.exactly(place, week, formats.count(revision));
}

/** Whether the browser let the page copy. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not asked for by a person's own press, forbidden, or a browser without a clipboard for pages.
    return false;
  }
}
