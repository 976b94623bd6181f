// The links that were created in this tab, each with its address, format and expiry, and the revocation of links.
import type { JSX } from 'preact';
import { useRef, useState, useId } from 'preact/hooks';
import type { MadeLink } from '../../api/reports-client.ts';
import { useLocalization, useAppContext } from '../../app-context.tsx';
import { leftToRight } from '../../../i18n/text-direction.ts';
import type { PageLocalization } from '../../page-localization.ts';
import { formatLocalInstant } from '../../page-localization.ts';
import { folderText } from '../folders/folder-index.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyField } from '../../ui/form-field.tsx';
import { Form } from '../../ui/form.tsx';
import type { ApiError } from '../../api/api-errors.ts';
import { useRequest } from '../../api/query.ts';
import { linkUrl, parseLink } from './link-text.ts';

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
  const { isBusy, error, revoke } = useLinkRevocation(onRevoked);
  return (
    <div class="link-entry">
      <LinkField link={link} />
      <div class="note-acts">
        <ConfirmButton
          label={words.revokeLink({ what: description })}
          question={words.confirmRevoke}
          yes={isBusy ? words.revoking : words.confirmYes}
          no={words.confirmNo}
          isBusy={isBusy}
          onConfirm={() => {
            void revoke(link.id);
          }}
        >
          {words.revoke}
        </ConfirmButton>
      </div>
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
        copyLabel={words.copyLinkTo({ what: description })}
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
          {words.validUntil({
            instant: formatLocalInstant(link.expiresAt, formats) ?? formats.utc(link.expiresAt),
          })}
        </span>
      </p>
    </div>
  );
}

/** Describes what a link opens. */
function useLinkDescription({ folder, week, revision }: MadeLink): string {
  const { folderIndex } = useAppContext();
  const pageLocalization = useLocalization();
  const { page, direction } = pageLocalization;
  const place = folderText(folderIndex, folder, pageLocalization);
  return week === null || revision === null
    ? page.share.latestReport({ place })
    : page.share.exactReport({ place, week: leftToRight(week, direction), revision });
}

interface LinkRevocation {
  readonly isBusy: boolean;
  /** Error text of the last attempt; null when there was none. */
  readonly error: string | null;
  /** `idOrToken` defaults to the id. */
  readonly revoke: (id: string, idOrToken?: string) => Promise<void>;
}

/** `onRevoked` is called when the link no longer works. */
function useLinkRevocation(onRevoked: (id: string) => void): LinkRevocation {
  const { api, announce } = useAppContext();
  const localization = useLocalization();
  const { page } = localization;
  const { isBusy, error, run } = useRequest();
  const revoke = (id: string, idOrToken = id): Promise<void> =>
    run(async () => {
      await api.revokeLink(idOrToken);
      announce(page.share.revoked);
      onRevoked(id);
    });
  return {
    isBusy,
    error: error === null ? null : revocationErrorText(error, localization),
    revoke,
  };
}

function revocationErrorText({ kind }: ApiError, { page, formats }: PageLocalization): string {
  const { share, errors } = page;
  return kind === 'notFound' || kind === 'refused'
    ? share.noSuchLink
    : formats.sentences([share.revokeFailed, errors[kind].text]);
}

interface RevokePastedLinkProps {
  readonly onRevoked: (id: string) => void;
}

export function RevokePastedLink({ onRevoked }: RevokePastedLinkProps): JSX.Element {
  const { page, direction } = useLocalization();
  const words = page.share;
  const [pasted, setPasted] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const [isDone, setDone] = useState(false);
  const [fieldId, messageId] = [useId(), useId()];
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, error, revoke } = useLinkRevocation((id) => {
    setPasted('');
    setDone(true);
    input.current?.focus();
    onRevoked(id);
  });
  const message = isInvalid ? words.notALink({ path: leftToRight('/d/', direction) }) : error;
  return (
    <details class="share-other">
      <summary>{words.otherHeading}</summary>
      <Form
        onSubmit={() => {
          const link = parseLink(pasted);
          setInvalid(link === null);
          setDone(false);
          if (link === null) input.current?.focus();
          else void revoke(link.id, link.idOrToken);
        }}
      >
        <p class="hint">{words.otherIntro}</p>
        <label for={fieldId}>{words.linkOrId}</label>
        <div class="link-row">
          <input
            id={fieldId}
            ref={input}
            type="text"
            dir="ltr"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            value={pasted}
            aria-invalid={message !== null}
            aria-describedby={messageId}
            onInput={(event) => {
              setPasted(event.currentTarget.value);
              setInvalid(false);
            }}
          />
          <button type="submit" aria-disabled={isBusy}>
            {isBusy ? words.revoking : words.revoke}
          </button>
        </div>
        <p id={messageId} class="error" role="alert">
          {message}
        </p>
        {isDone && <p>{words.revoked}</p>}
      </Form>
    </details>
  );
}
