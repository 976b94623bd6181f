// What is accepted of a folder and its surveys, each with who accepted it and when, and a button to remove it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AcceptedBody } from '../../../http/setting-responses.ts';
import { displayText } from '../../../i18n/localization.ts';
import { acceptedQuery } from '../../api/queries.ts';
import { useQuery } from '../../api/query.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { localTimeWithUtc } from '../../page-localization.ts';
import { useReport } from '../../report-context.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { weekNumberText } from '../choose-week/week-title.ts';
import { usePlaceName } from './place-name.ts';
import { RemoveSetting } from './remove-setting.tsx';

interface AcceptedListProps {
  /** Called when the button that had the focus is removed. */
  readonly onRemoved: () => void;
}

export function AcceptedList({ onRemoved }: AcceptedListProps): JSX.Element {
  const words = useLocalization().page.accept;
  const { folder } = useReport().view;
  const [message, setMessage] = useState('');
  const { data, error, refetch } = useQuery(acceptedQuery, folder);
  return (
    <section class="settings-section">
      <h3>{words.listHeading}</h3>
      {error !== null && <ErrorNote error={error} onRetry={refetch} />}
      {data?.data.length === 0 && <p class="hint">{words.none}</p>}
      <ul>
        {data?.data.map((entry) => (
          <li key={entry.id}>
            <AcceptedItem
              entry={entry}
              onRemoved={(text) => {
                onRemoved();
                setMessage(text);
                refetch();
              }}
            />
          </li>
        ))}
      </ul>
      {message !== '' && <p class="hint">{message}</p>}
    </section>
  );
}

interface AcceptedItemProps {
  readonly entry: AcceptedBody;
  readonly onRemoved: (message: string) => void;
}

function AcceptedItem({ entry, onRemoved }: AcceptedItemProps): JSX.Element {
  const { api } = useAppContext();
  const pageLocalization = useLocalization();
  const place = usePlaceName(entry);
  const { id, kind, by, at, week } = entry;
  const { page, formats } = pageLocalization;
  const sentence = page.accept.entries[kind]({
    week: weekNumberText(week, { formats }),
    by: displayText(by, pageLocalization, MAX_BY),
  });
  return (
    <>
      <p>
        <strong>{place}</strong>
        {` · ${sentence}`}
      </p>
      <p class="muted">{localTimeWithUtc(at, pageLocalization)}</p>
      <RemoveSetting
        what={`${place}, ${sentence}`}
        remove={() => api.removeAccepted(id)}
        onRemoved={onRemoved}
      />
    </>
  );
}

/** Longer ids are cut. */
const MAX_BY = 80;
