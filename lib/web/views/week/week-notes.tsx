// Weeks that have no table: one that still runs or has not begun, and one of which nothing was made.
import type { JSX } from 'preact';
import type { WeekOverview } from '../../../http/responses.ts';
import { isolated } from '../../../i18n/text-direction.ts';
import { NEWEST_WEEK, reportAt } from '../../routes.ts';
import { localInstant } from '../../page-localization.ts';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import { To } from '../../ui/view-link.tsx';
import { folderName } from '../../features/folders/folder-names.ts';

/** Roots that are offered: most people see one. */
const OFFERED = 6;

export function StillOpen({ overview }: { readonly overview: WeekOverview }): JSX.Element {
  const { weeks } = useLibrary();
  const { page, formats } = useSpeech();
  const words = page.find;
  const utc = formats.utc(overview.closesAt);
  const here = localInstant(overview.closesAt, formats);
  return (
    <section class="note">
      <h2>{overview.week > weeks.open.week ? words.notBegun : words.isOpen}</h2>
      <p>{here === null ? words.closesUtc(utc) : words.closes(here, utc)}</p>
      <p class="note-acts">
        <To view={NEWEST_WEEK} class="button">
          {words.newest}
        </To>
      </p>
    </section>
  );
}

export function NothingMade({ week }: { readonly week: string }): JSX.Element {
  const { places, weeks } = useLibrary();
  const speech = useSpeech();
  const words = speech.page.find;
  return (
    <section class="note">
      <h2>{words.nothing}</h2>
      <p>{words.nothingHint}</p>
      <p class="note-acts">
        {places.roots.slice(0, OFFERED).map((folder) => (
          <To key={folder.key} view={reportAt({ week, folder: folder.key })} class="button">
            {words.makeFor(isolated(folderName(folder, speech), speech.direction))}
          </To>
        ))}
        {week !== weeks.latest && (
          <To view={NEWEST_WEEK} class="button">
            {words.newest}
          </To>
        )}
      </p>
    </section>
  );
}
