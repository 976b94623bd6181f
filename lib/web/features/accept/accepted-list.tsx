// What is accepted of a folder and its surveys, each with who accepted it and when, and a button to remove it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AcceptedBody } from '../../../http/setting-responses.ts';
import { acceptedSentence } from '../../../i18n/report-texts/place-additions.ts';
import { useQuery } from '../../api/query.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { localTimeWithUtc } from '../../page-localization.ts';
import { useReport } from '../../report-context.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { RemoveSetting } from './remove-setting.tsx';

interface AcceptedListProps {
  /** Called when the button that had the focus is removed. */
  readonly onRemoved: () => void;
}

export function AcceptedList({ onRemoved }: AcceptedListProps): JSX.Element {
  const { api, cache } = useAppContext();
  const words = useLocalization().page.accept;
  const { folder } = useReport().selection;
  const [message, setMessage] = useState('');
  const { data, error, refetch } = useQuery(cache.accepted, String(folder), (signal) =>
    api.accepted(folder, signal),
  );
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
  const { localization } = useReport();
  const { names } = localization;
  const { id, folder, survey, at } = entry;
  const place = survey === null ? names.folder(folder) : names.survey(survey);
  const sentence = acceptedSentence(entry, localization);
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
