// Dialog to create, copy and revoke links that open a report without signing in.
import type { JSX, Ref } from 'preact';
import { useState, useEffect, useRef } from 'preact/hooks';
import type { MadeLink } from '../../api/reports-client.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import type { PanelProps } from '../../ui/panel.tsx';
import { PanelDialog } from '../../ui/panel.tsx';
import type { ApiError } from '../../api/api-errors.ts';
import { useRequest } from '../../api/query.ts';
import { useReport } from '../../report-context.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FormField, RadioField, SelectField } from '../../ui/form-field.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { ShareLinks, ShareLink, RevokePastedLink } from './share-links.tsx';
import { parseDays, LINK_DAY_LIMITS, LINK_DAY_CHOICES } from './link-text.ts';

export function SharePanel({ onClose }: PanelProps): JSX.Element {
  const { links: made } = useAppContext().memory;
  const { page } = useLocalization();
  const words = page.share;
  const [links, setLinks] = useState<readonly MadeLink[]>(() => [...made.values()]);
  /** Shown in place of the form until another link is created. */
  const [newLink, setNewLink] = useState<MadeLink | null>(null);
  const refreshLinks = (): void => {
    setLinks([...made.values()]);
  };
  const removeLink = (id: string): void => {
    made.delete(id);
    setNewLink((link) => (link?.id === id ? null : link));
    refreshLinks();
  };
  return (
    <PanelDialog title={words.heading} onClose={onClose}>
      {(focusHeading) => {
        const onRevoked = (id: string): void => {
          // The button that had the focus is removed.
          focusHeading();
          removeLink(id);
        };
        return (
          <>
            <p>{words.intro}</p>
            <ShareForm
              newLink={newLink}
              onRevoked={onRevoked}
              onNewLink={(link) => {
                if (link !== null) made.set(link.id, link);
                setNewLink(link);
                refreshLinks();
              }}
            />
            <ShareLinks
              links={links.filter(({ id }) => id !== newLink?.id).toReversed()}
              onRevoked={onRevoked}
            />
            <RevokePastedLink onRevoked={removeLink} />
          </>
        );
      }}
    </PanelDialog>
  );
}

interface ShareFormProps {
  /** The link that was just created. */
  readonly newLink: MadeLink | null;
  readonly onNewLink: (link: MadeLink | null) => void;
  readonly onRevoked: (id: string) => void;
}

const OTHER = 'other';
/** The API's default. */
const DEFAULT_DAYS = '90';

function ShareForm({ newLink, onNewLink, onRevoked }: ShareFormProps): JSX.Element {
  const { view, revision: selected, refetch } = useReport();
  const { api, announce } = useAppContext();
  const { page } = useLocalization();
  const words = page.share;
  const [opensLatest, setOpensLatest] = useState(false);
  const [selectedDays, setSelectedDays] = useState<string>(DEFAULT_DAYS);
  const [typedDays, setTypedDays] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const { isBusy, error, run } = useRequest();
  /** Says that the link opens a newer revision than the one that was offered. */
  const [newerText, setNewerText] = useState<string | null>(null);
  const typedField = useRef<HTMLInputElement>(null);

  const createLink = async (): Promise<void> => {
    const expiresInDays = parseDays(selectedDays === OTHER ? typedDays : selectedDays);
    setInvalid(expiresInDays === null);
    if (expiresInDays === null) {
      typedField.current?.focus();
      return;
    }
    await run(async () => {
      const { folder, week } = view;
      const link = await api.makeLink({ folder, week: opensLatest ? null : week, expiresInDays });
      announce(words.madeAnnounced);
      const { revision } = link;
      const isNewer = selected === null && revision !== null && revision !== view.revision;
      setNewerText(
        isNewer ? words.newerRevisionInLink({ shown: view.revision, newer: revision }) : null,
      );
      if (isNewer) refetch();
      onNewLink(link);
    });
  };

  if (newLink !== null) {
    return (
      <NewLink
        link={newLink}
        newerText={newerText}
        onRevoked={onRevoked}
        onAnother={() => {
          onNewLink(null);
        }}
      />
    );
  }
  const thisReportText =
    selected === null ? words.thisReport({ revision: view.revision }) : words.currentReport;
  return (
    <Form class="share-form" onSubmit={() => void createLink()}>
      <RadioField
        label={words.target}
        options={[false, true]}
        value={opensLatest}
        textOf={(isLatest) => (isLatest ? words.latest : thisReportText)}
        hintOf={(isLatest) => (isLatest ? words.latestHint : words.thisReportHint)}
        onSelect={setOpensLatest}
      />
      <DaysFields
        selectedDays={selectedDays}
        typedDays={typedDays}
        typedField={typedField}
        isInvalid={isInvalid}
        onSelect={(days) => {
          setSelectedDays(days);
          setInvalid(false);
        }}
        onType={setTypedDays}
      />
      {error !== null && <ShareErrorNote error={error} />}
      <SubmitButton isBusy={isBusy}>{isBusy ? words.making : words.make}</SubmitButton>
    </Form>
  );
}

interface NewLinkProps {
  readonly link: MadeLink;
  readonly newerText: string | null;
  readonly onAnother: () => void;
  readonly onRevoked: (id: string) => void;
}

/** The link that was just created. */
function NewLink({ link, newerText, onAnother, onRevoked }: NewLinkProps): JSX.Element {
  const words = useLocalization().page.share;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.focus();
  }, [link]);
  return (
    <section class="share-made" ref={section} tabIndex={-1} aria-label={words.madeHeading}>
      <h3>{words.madeHeading}</h3>
      {newerText !== null && <p class="note">{newerText}</p>}
      <ShareLink link={link} onRevoked={onRevoked} />
      <p class="note-acts">
        <button type="button" onClick={onAnother}>
          {words.createAnother}
        </button>
      </p>
    </section>
  );
}

function ShareErrorNote({ error }: { readonly error: ApiError }): JSX.Element {
  const words = useLocalization().page.share;
  if (error.kind !== 'notFound') return <ErrorNote error={error} onRetry={null} />;
  return (
    <p class="error" role="alert">
      {words.noReport}
    </p>
  );
}

interface DaysFieldsProps {
  readonly selectedDays: string;
  readonly typedDays: string;
  readonly typedField: Ref<HTMLInputElement>;
  readonly isInvalid: boolean;
  readonly onSelect: (days: string) => void;
  readonly onType: (days: string) => void;
}

/** How long the link works: a choice of days, or a number that is typed. */
function DaysFields(props: DaysFieldsProps): JSX.Element {
  const { selectedDays, typedDays, typedField, isInvalid, onSelect, onType } = props;
  const { page } = useLocalization();
  const words = page.share;
  return (
    <>
      <SelectField
        label={words.days}
        options={[...LINK_DAY_CHOICES.map(String), OTHER]}
        value={selectedDays}
        textOf={(days) => (days === OTHER ? words.otherDays : words.dayCount({ n: Number(days) }))}
        onSelect={onSelect}
      />
      {selectedDays === OTHER && (
        <FormField
          label={words.otherDaysLabel}
          hint={words.daysHint({ least: LINK_DAY_LIMITS.min, most: LINK_DAY_LIMITS.max })}
          isInvalid={isInvalid}
        >
          {(control) => (
            <input
              {...control}
              ref={typedField}
              type="text"
              inputMode="numeric"
              autocomplete="off"
              size={6}
              value={typedDays}
              onInput={({ currentTarget }) => {
                onType(currentTarget.value);
              }}
            />
          )}
        </FormField>
      )}
    </>
  );
}
