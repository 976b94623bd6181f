// Buttons to accept a change that has lasted: a level, a number of responses, a closure.
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Offer } from '../../../view/report-view.ts';
import { acceptedQuery } from '../../api/queries.ts';
import { useQuery, useRequest } from '../../api/query.ts';
import { useAppContext, useCanWrite, useLocalization } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { weekNumberText } from '../choose-week/week-title.ts';
import { usePlaceName } from './place-name.ts';
import { SettingError } from './setting-error.tsx';

interface AcceptOffersProps {
  readonly offers: readonly Offer[];
}

/** Shown in the newest report, which a change makes again, once the API has answered what is accepted. */
export function AcceptOffers({ offers }: AcceptOffersProps): JSX.Element | null {
  const { folderIndex, weeks } = useAppContext();
  const { page, formats } = useLocalization();
  const { view, revision } = useReport();
  const section = useRef<HTMLElement>(null);
  const { folder, week } = view;
  const isNewest = revision === null && week === weeks.latest;
  const canWrite = useCanWrite();
  const isOffered =
    canWrite && offers.length > 0 && isNewest && folderIndex.folder(folder) !== null;
  const { data: accepted, refetch } = useQuery(acceptedQuery, isOffered ? folder : null);
  if (accepted === null) return null;
  return (
    <section
      class="note report-notice"
      ref={section}
      tabIndex={-1}
      aria-label={page.accept.heading}
    >
      {offers.map((offer) => {
        const { survey, kind, week: since } = offer;
        const isAccepted = accepted.data.some(
          (other) => other.survey === survey && other.kind === kind && other.week === since,
        );
        const key = `${survey ?? ''} ${kind} ${since}`;
        return isAccepted ? (
          <p key={key}>
            {formats.sentences([
              page.accept.accepted,
              page.accept.remade({ week: weekNumberText(weeks.latest, { formats }) }),
            ])}
          </p>
        ) : (
          <AcceptButton
            key={key}
            offer={offer}
            onAccepted={() => {
              // The button that had the focus is removed.
              section.current?.focus();
              refetch();
            }}
          />
        );
      })}
    </section>
  );
}

interface AcceptButtonProps {
  readonly offer: Offer;
  readonly onAccepted: () => void;
}

function AcceptButton({ offer, onAccepted }: AcceptButtonProps): JSX.Element {
  const { api, announce } = useAppContext();
  const { page, formats } = useLocalization();
  const { folder } = useReport().view;
  const { isBusy, error, run } = useRequest();
  const words = page.accept;
  const { kind, week, survey } = offer;
  const action = words.actions[kind];
  const what = usePlaceName({ folder, survey });
  return (
    <div class="note-acts">
      <ConfirmButton
        label={page.subscriptions.actionFor({ action, what })}
        question={words.questions[kind]({ week: weekNumberText(week, { formats }) })}
        yes={words.yes}
        no={words.no}
        isDangerous={false}
        isBusy={isBusy}
        error={<SettingError error={error} />}
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
