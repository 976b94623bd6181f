// Notes for weeks without a table: not closed yet, or without reports.
import type { JSX } from 'preact';
import type { WeekOverview } from '../../../http/responses.ts';
import { withIsolates } from '../../../i18n/text-direction.ts';
import { LATEST_WEEK, reportView } from '../../routes.ts';
import { formatLocalInstant } from '../../page-localization.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ViewLink } from '../../ui/view-link.tsx';
import { folderName } from '../../features/folders/folder-names.ts';

/** Most users see a single root. */
const MAX_ROOTS = 6;

export function OpenWeekNote({ overview }: { readonly overview: WeekOverview }): JSX.Element {
  const { weeks } = useAppContext();
  const { page, formats } = useLocalization();
  const words = page.browse;
  const utc = formats.utc(overview.closesAt);
  const local = formatLocalInstant(overview.closesAt, formats);
  return (
    <section class="note">
      <h2>{overview.week > weeks.open.week ? words.notBegun : words.isOpen}</h2>
      <p>{local === null ? words.closesUtc(utc) : words.closes(local, utc)}</p>
      <p class="note-acts">
        <ViewLink view={LATEST_WEEK} class="button">
          {words.newest}
        </ViewLink>
      </p>
    </section>
  );
}

export function NoReportsNote({ week }: { readonly week: string }): JSX.Element {
  const { folderIndex, weeks } = useAppContext();
  const pageLocalization = useLocalization();
  const words = pageLocalization.page.browse;
  return (
    <section class="note">
      <h2>{words.nothing}</h2>
      <p>{words.nothingHint}</p>
      <p class="note-acts">
        {folderIndex.roots.slice(0, MAX_ROOTS).map((folder) => (
          <ViewLink key={folder.key} view={reportView({ week, folder: folder.key })} class="button">
            {words.makeFor(
              withIsolates(folderName(folder, pageLocalization), pageLocalization.direction),
            )}
          </ViewLink>
        ))}
        {week !== weeks.latest && (
          <ViewLink view={LATEST_WEEK} class="button">
            {words.newest}
          </ViewLink>
        )}
      </p>
    </section>
  );
}
