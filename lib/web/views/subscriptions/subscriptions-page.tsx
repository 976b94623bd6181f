// Page with the user's subscriptions, or with all of the folders that the token covers.
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { SubscriptionsView } from '../../routes.ts';
import { deliveriesQuery, subscriptionsQuery } from '../../api/queries.ts';
import { useQuery } from '../../api/query.ts';
import { useAppContext, useDocumentTitle, useLocalization } from '../../app-context.tsx';
import { folderText, pathText } from '../../features/folders/folder-index.ts';
import type { DeliveryBody } from '../../features/subscribe/subscription-texts.ts';
import { ViewLink } from '../../ui/controls.tsx';
import { useShowAll } from '../../ui/data-table.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SubscriptionItem } from './subscription-item.tsx';

const INITIAL_ITEMS = 25;

export function SubscriptionsPage({ view }: { readonly view: SubscriptionsView }): JSX.Element {
  const { weeks, subscriptions: mine, folderIndex } = useAppContext();
  const pageLocalization = useLocalization();
  const words = pageLocalization.page.subscriptions;
  const all = useQuery(subscriptionsQuery, view.all ? 'all' : null);
  const { data, error, refetch } = view.all ? all : mine;
  const deliveries = useQuery(deliveriesQuery, data === null ? null : weeks.latest);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // They were read when the session began; since then an address may have been confirmed, or unsubscribed by a link.
    if (mine.data !== null) mine.refetch();
  }, [mine.refetch]);
  useDocumentTitle(words.heading);
  const { visible, toggle } = useShowAll(data?.data ?? [], INITIAL_ITEMS);
  const deliveryById = new Map<string, DeliveryBody>(
    deliveries.data?.data.map((delivery) => [delivery.subscription.id, delivery]),
  );
  const placeOf = (folder: number): string => {
    const path = pathText(folderIndex.path(folder), pageLocalization);
    return path === '' ? folderText(folderIndex, folder, pageLocalization) : path;
  };
  const onChanged = (): void => {
    refetch();
    if (view.all) mine.refetch();
    deliveries.refetch();
  };
  return (
    <div class="subscriptions">
      <h1 ref={heading} tabIndex={-1}>
        {words.heading}
      </h1>
      <SubscriptionsNavigation view={view} />
      {error !== null && <ErrorNote error={error} onRetry={refetch} />}
      {data === null && error === null && <div class="waiting is-block" />}
      {data?.data.length === 0 && (
        <section class="note">
          <h2>{view.all ? words.noneAtAll : words.none}</h2>
          <p>{words.noneHint({ button: pageLocalization.page.subscribe.open })}</p>
        </section>
      )}
      <ul class="subscription-list">
        {visible.map((subscription) => (
          <li key={subscription.id} class="card">
            <SubscriptionItem
              subscription={subscription}
              place={placeOf(subscription.folder)}
              delivery={deliveryById.get(subscription.id) ?? null}
              onChanged={onChanged}
              onRemoved={() => {
                // The button that had the focus is removed.
                heading.current?.focus();
                onChanged();
              }}
            />
          </li>
        ))}
      </ul>
      {toggle}
    </div>
  );
}

/** Links to the user's subscriptions, to all of them, and to the latest deliveries. */
function SubscriptionsNavigation({ view }: { readonly view: SubscriptionsView }): JSX.Element {
  const { weeks } = useAppContext();
  const { page } = useLocalization();
  const words = page.subscriptions;
  return (
    <nav class="note-acts" aria-label={words.heading}>
      {[false, true].map((isAll) => (
        <ViewLink
          key={String(isAll)}
          class="button"
          view={{ name: 'subscriptions', all: isAll }}
          isCurrent={view.all === isAll}
        >
          {isAll ? words.all : words.mine}
        </ViewLink>
      ))}
      <ViewLink class="button" view={{ name: 'deliveries', week: weeks.latest }}>
        {page.deliveries.open}
      </ViewLink>
    </nav>
  );
}
