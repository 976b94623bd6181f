// The links that were created in this tab, each with its address, format and expiry.
import type { JSX } from 'preact';
import { useEffect, useRef, useState, useId } from 'preact/hooks';
import type { MadeLink } from '../../api/reports-client.ts';
import { useLocalization, useAppContext } from '../../app-context.tsx';
import { useLinkRevocation } from './share-revoke.tsx';
import { displayText } from '../../../i18n/localization.ts';
import { formatLocalInstant } from '../../page-localization.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { linkUrl } from './link-text.ts';

interface ShareLinksProps {
  readonly links: readonly MadeLink[];
  readonly onRevoked: (id: string) => void;
}

export function ShareLinks({ links, onRevoked }: ShareLinksProps): JSX.Element {
  const { page } = useLocalization();
  const words = page.share;
  return (
    <section class={links.length === 0 ? 'share-links is-empty' : 'share-links'}>
      <h3>{words.listHeading}</h3>
      <p class="hint">{words.listHint}</p>
      <ul>
        {links.map((link) => (
          <li key={link.id}>
            <ShareLink link={link} onRevoked={onRevoked} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ShareLinkProps {
  readonly link: MadeLink;
  readonly onRevoked: (id: string) => void;
}

/** A link with buttons to copy and to revoke it. */
export function ShareLink({ link, onRevoked }: ShareLinkProps): JSX.Element {
  const { page } = useLocalization();
  const words = page.share;
  const description = useLinkDescription(link);
  const [isConfirming, setConfirming] = useState(false);
  const { isBusy, error, revoke } = useLinkRevocation(onRevoked);
  const confirmButton = useRef<HTMLButtonElement>(null);
  const revokeButton = useRef<HTMLButtonElement>(null);
  const wasConfirming = useRef(false);
  useEffect(() => {
    if (isConfirming) confirmButton.current?.focus();
    else if (wasConfirming.current) revokeButton.current?.focus();
    wasConfirming.current = isConfirming;
  }, [isConfirming]);
  return (
    <div class="link-entry">
      <LinkField link={link} />
      {isConfirming ? (
        <div class="sure" role="group" aria-label={words.revokeLink(description)}>
          <p>{words.confirmRevoke}</p>
          <p class="note-acts">
            <button
              type="button"
              class="danger"
              ref={confirmButton}
              aria-disabled={isBusy}
              onClick={() => {
                void revoke(link.id);
              }}
            >
              {isBusy ? words.revoking : words.confirmYes}
            </button>
            <button
              type="button"
              onClick={() => {
                setConfirming(false);
              }}
            >
              {words.confirmNo}
            </button>
          </p>
        </div>
      ) : (
        <p class="note-acts">
          <button
            type="button"
            ref={revokeButton}
            aria-label={words.revokeLink(description)}
            onClick={() => {
              setConfirming(true);
            }}
          >
            {words.revoke}
          </button>
        </p>
      )}
      <p class="error" role="alert">
        {error}
      </p>
    </div>
  );
}

const FORMATS = ['pdf', 'json'] as const;

function LinkField({ link }: { readonly link: MadeLink }): JSX.Element {
  const { page, formats } = useLocalization();
  const words = page.share;
  const description = useLinkDescription(link);
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('pdf');
  const formatId = useId();
  return (
    <div class="link-field">
      <CopyField
        key={format}
        label={description}
        value={linkUrl(link.url, format)}
        copyLabel={words.copyOf(description)}
      />
      <p class="link-facts">
        <label for={formatId}>{words.format}</label>
        <select
          id={formatId}
          value={format}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setFormat(FORMATS.find((option) => option === value) ?? 'pdf');
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
function useLinkDescription({ folder, week, revision }: MadeLink): string {
  const { folderIndex } = useAppContext();
  const { page, words, formats, direction } = useLocalization();
  const name = folderIndex.folder(folder)?.name ?? '';
  const place = name === '' ? words.folder(String(folder)) : displayText(name, { direction });
  return week === null || revision === null
    ? page.share.latestReport(place)
    : page.share.exactReport(place, week, formats.count(revision));
}
