// Page with what became of the messages about a week's reports, those that need a decision first.
import type { JSX } from 'preact';
import type { DeliveriesView } from '../../routes.ts';
import { LATEST_WEEK, reportRoute } from '../../routes.ts';
import { deliveriesQuery } from '../../api/queries.ts';
import { useQuery } from '../../api/query.ts';
import { useAppContext, useDocumentTitle, useLocalization } from '../../app-context.tsx';
import { weekTitle } from '../../features/choose-week/week-title.ts';
import { folderText } from '../../features/folders/folder-index.ts';
import type { DeliveryBody } from '../../features/subscribe/subscription-texts.ts';
import {
  countByState,
  deliveryTime,
  reasonText,
  sortDeliveries,
  addressText,
} from '../../features/subscribe/subscription-texts.ts';
import { ViewLink } from '../../ui/controls.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useSubscriptionAction } from '../../features/subscribe/subscription-action.tsx';

const INITIAL_ROWS = 50;

export function DeliveriesPage({ view }: { readonly view: DeliveriesView }): JSX.Element {
  const { folderIndex } = useAppContext();
  const pageLocalization = useLocalization();
  const { page, formats } = pageLocalization;
  const words = page.deliveries;
  const { week } = view;
  const { data, error, refetch } = useQuery(deliveriesQuery, week);
  const weekName = weekTitle(week, pageLocalization);
  useDocumentTitle(`${words.heading} · ${weekName}`);
  const columns: readonly DataColumn<DeliveryBody>[] = [
    {
      header: page.list.columns.name,
      kind: 'wide',
      cell: ({ subscription: { folder } }) => (
        <ViewLink view={reportRoute({ week, folder })}>
          <bdi>{folderText(folderIndex, folder, pageLocalization)}</bdi>
        </ViewLink>
      ),
    },
    {
      header: words.recipient,
      kind: 'wide',
      cell: ({ subscription }) => addressText(subscription, pageLocalization),
    },
    {
      header: page.browse.sorts.state,
      kind: 'wide',
      cell: (delivery) => <DeliveryStateText delivery={delivery} />,
    },
    { header: words.time, kind: 'time', cell: (delivery) => deliveryTime(delivery, formats) },
    {
      header: words.action,
      kind: 'text',
      cell: (delivery) => <SendAgain delivery={delivery} week={week} onSent={refetch} />,
    },
  ];
  const deliveries = sortDeliveries(data?.data ?? []);
  return (
    <div class="subscriptions">
      <h1>{words.heading}</h1>
      <p>
        <ViewLink view={{ ...LATEST_WEEK, week }}>{weekName}</ViewLink>
      </p>
      {error !== null && <ErrorNote error={error} onRetry={refetch} />}
      {data === null && error === null && <div class="waiting is-block" />}
      {data?.data.length === 0 && <p class="note">{words.none}</p>}
      {deliveries.length > 0 && (
        <>
          <ul class="delivery-counts">
            {[...countByState(deliveries)].map(([state, count]) => (
              <li key={state} class={`delivery is-${state}`}>
                {words.count({ state: words.states[state], n: count })}
              </li>
            ))}
          </ul>
          <section class="card">
            <DataTable
              caption={words.heading}
              columns={columns}
              rows={deliveries}
              rowKey={({ subscription }) => subscription.id}
              initialRows={INITIAL_ROWS}
            />
          </section>
        </>
      )}
    </div>
  );
}

function DeliveryStateText({ delivery }: { readonly delivery: DeliveryBody }): JSX.Element {
  const localization = useLocalization();
  const { page } = localization;
  const { state } = delivery;
  const reason = reasonText(delivery.reason, localization);
  return (
    <>
      <span class={`delivery is-${state}`}>{page.deliveries.states[state]}</span>
      {reason !== '' && <small>{reason}</small>}
    </>
  );
}

interface SendAgainProps {
  readonly delivery: DeliveryBody;
  readonly week: string;
  readonly onSent: () => void;
}

/** Stays in place after it was pressed, because it has the focus. */
function SendAgain({ delivery, week, onSent }: SendAgainProps): JSX.Element | null {
  const { api } = useAppContext();
  const pageLocalization = useLocalization();
  const words = pageLocalization.page.deliveries;
  const { isBusy, message, isError, run } = useSubscriptionAction();
  const { subscription, canSendAgain } = delivery;
  if (!canSendAgain && message === '') return null;
  return (
    <>
      <button
        type="button"
        aria-label={words.sendAgainTo({ recipient: addressText(subscription, pageLocalization) })}
        aria-disabled={isBusy || !canSendAgain}
        onClick={() => {
          if (!canSendAgain) return;
          void run(async () => {
            await api.sendAgain(week, subscription.id);
            onSent();
            return words.sentAgain;
          });
        }}
      >
        {words.sendAgain}
      </button>
      {message !== '' && <small class={isError ? 'error' : ''}>{message}</small>}
    </>
  );
}
