// Read-only field with a link, a copy button, its format and its expiry.
import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { displayText } from '../../../i18n/localization.ts';
import type { MadeLink } from '../../api/reports-client.ts';
import { formatLocalInstant } from '../../page-localization.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { linkUrl } from './link-text.ts';

const FORMATS = ['pdf', 'json'] as const;

export function LinkField({ link }: { readonly link: MadeLink }): JSX.Element {
  const { announce } = useAppContext();
  const { page, formats } = useLocalization();
  const words = page.share;
  const description = useLinkDescription(link);
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('pdf');
  const [copyState, setCopyState] = useState<'copied' | 'selected' | null>(null);
  const [fieldId, formatId] = [useId(), useId()];
  const textField = useRef<HTMLInputElement>(null);
  const address = linkUrl(link.url, format);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(address);
    if (!isCopied) {
      textField.current?.focus();
      textField.current?.select();
    }
    setCopyState(isCopied ? 'copied' : 'selected');
    announce(isCopied ? words.copied : words.copyByHand);
  };
  return (
    <div class="link-field">
      <label for={fieldId}>{description}</label>
      <div class="link-row">
        <input
          id={fieldId}
          ref={textField}
          type="text"
          readOnly
          dir="ltr"
          value={address}
          onFocus={(event) => {
            event.currentTarget.select();
          }}
        />
        <button type="button" aria-label={words.copyOf(description)} onClick={() => void copy()}>
          {copyState === 'copied' ? words.copied : words.copy}
        </button>
      </div>
      {copyState === 'selected' && <p class="hint">{words.copyByHand}</p>}
      <p class="link-facts">
        <label for={formatId}>{words.format}</label>
        <select
          id={formatId}
          value={format}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setFormat(FORMATS.find((option) => option === value) ?? 'pdf');
            setCopyState(null);
          }}
        >
          {FORMATS.map((option) => (
            <option key={option} value={option}>
              {words.formats[option]}
            </option>
          ))}
        </select>
        <span class="hint">
          {words.worksUntil(
            formatLocalInstant(link.expiresAt, formats) ?? formats.utc(link.expiresAt),
          )}
        </span>
      </p>
    </div>
  );
}

/** Describes what a link opens. */
export function useLinkDescription({ folder, week, revision }: MadeLink): string {
  const { folderIndex } = useAppContext();
  const { page, words, formats, direction } = useLocalization();
  const name = folderIndex.folder(folder)?.name ?? '';
  const place = name === '' ? words.folder(String(folder)) : displayText(name, { direction });
  return week === null || revision === null
    ? page.share.always(place)
    : page.share.exactly(place, week, formats.count(revision));
}

/** Returns false when the browser denies clipboard access. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not triggered by a user gesture, denied, or no clipboard API.
    return false;
  }
}
