// Buttons to accept a change that has lasted: a level, a number of responses, a closure.
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { weekNumberText } from '../../../i18n/report-texts/level-range.ts';
import { acceptedSentence } from '../../../i18n/report-texts/place-additions.ts';
import type { AcceptedBody } from '../../../http/setting-responses.ts';
import { useQuery, useRequest } from '../../api/query.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import type { PlaceOffer } from './place-offers.ts';
import { isSame } from './place-offers.ts';
import { settingErrorText } from './setting-texts.ts';

interface AcceptOffersProps {
  readonly offers: readonly PlaceOffer[];
}

/** Shown in the newest report, which a change makes again, once the API has answered what is accepted. */
export function AcceptOffers({ offers }: AcceptOffersProps): JSX.Element | null {
  const { api, cache, folderIndex, weeks } = useAppContext();
  const { page } = useLocalization();
  const { folder, week, revision } = useReport().selection;
  const section = useRef<HTMLElement>(null);
  const isNewest = revision === null && week === weeks.latest;
  const isOffered = offers.length > 0 && isNewest && folderIndex.folder(folder) !== null;
  const { data: accepted, refetch } = useQuery(
    cache.accepted,
    isOffered ? String(folder) : null,
    (signal) => api.accepted(folder, signal),
  );
  if (accepted === null) return null;
  return (
    <section
      class="note report-notice"
      ref={section}
      tabIndex={-1}
      aria-label={page.accept.heading}
    >
      {offers.map((offer) => {
        const entry = accepted.data.find((other) => isSame(other, offer));
        const key = `${offer.survey ?? ''} ${offer.kind} ${offer.week}`;
        return entry === undefined ? (
          <AcceptButton
            key={key}
            offer={offer}
            onAccepted={() => {
              // The button that had the focus is removed.
              section.current?.focus();
              refetch();
            }}
          />
        ) : (
          <p key={key}>
            <AcceptedText entry={entry} />
          </p>
        );
      })}
    </section>
  );
}

function AcceptedText({ entry }: { readonly entry: AcceptedBody }): JSX.Element {
  const { weeks } = useAppContext();
  const { page, formats } = useLocalization();
  const { localization } = useReport();
  const week = weekNumberText(weeks.latest, formats);
  return <>{`${acceptedSentence(entry, localization)} ${page.accept.remade({ week })}`}</>;
}

interface AcceptButtonProps {
  readonly offer: PlaceOffer;
  readonly onAccepted: () => void;
}

function AcceptButton({ offer, onAccepted }: AcceptButtonProps): JSX.Element {
  const { api, announce } = useAppContext();
  const { page, formats } = useLocalization();
  const { selection, localization } = useReport();
  const { isBusy, error, run } = useRequest();
  const words = page.accept;
  const { kind, week, survey } = offer;
  const { folder } = selection;
  const { names } = localization;
  const action = words.actions[kind];
  const what = survey === null ? names.folder(folder) : names.survey(survey);
  return (
    <div class="note-acts">
      <ConfirmButton
        label={page.subscriptions.actionFor({ action, what })}
        question={words.questions[kind]({ week: weekNumberText(week, formats) })}
        yes={words.yes}
        no={words.no}
        isDangerous={false}
        isBusy={isBusy}
        error={
          error !== null && (
            <p class="error" role="alert">
              {settingErrorText(error, page)}
            </p>
          )
        }
        onConfirm={() => {
          void run(async () => {
            await api.accept({ folder, survey, kind, week });
            announce(words.accepted);
            onAccepted();
          });
        }}
      >
        {action}
      </ConfirmButton>
    </div>
  );
}
