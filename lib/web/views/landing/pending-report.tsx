// Shown in place of a report that the service makes without being asked: what is happening, and how many reports of the week are
// ready. The overview is fetched again while reports are pending.
import type { JSX } from 'preact';
import type { OverviewFolder, WeekOverview } from '../../../http/responses.ts';
import { computeProgress, type PendingReport } from '../../api/week-progress.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { folderName } from '../../features/folders/folder-index.ts';
import { localTimeWithUtc } from '../../page-localization.ts';
import { reportRoute } from '../../routes.ts';
import { ViewLink } from '../../ui/controls.tsx';

interface PendingReportNoteProps {
  readonly overview: WeekOverview;
  readonly pending: PendingReport;
}

export function PendingReportNote({ overview, pending }: PendingReportNoteProps): JSX.Element {
  const localization = useLocalization();
  const words = localization.page.pending;
  return (
    <section class="pending card">
      <h2>{words[`${pending.kind}Heading`]}</h2>
      <ReadyCount overview={overview} />
      <p>
        {pending.kind === 'notDue'
          ? words.notDue({ when: localTimeWithUtc(pending.dueAt, localization) })
          : words[pending.kind]}
      </p>
      <p class="hint">{words.refreshes}</p>
      <NewestReports overview={overview} />
    </section>
  );
}

function ReadyCount({ overview }: Pick<PendingReportNoteProps, 'overview'>): JSX.Element | null {
  const { page } = useLocalization();
  const progress = computeProgress(overview);
  if (progress === null) return null;
  const text = page.browse.ready({ n: progress.ready, total: progress.total });
  return (
    <div class="pending-count">
      <progress max={progress.total} value={progress.ready} aria-label={text} />
      <p>
        <strong>{text}</strong>
      </p>
    </div>
  );
}

const MAX_LINKS = 8;

/** Those that were made last; nothing before the first. */
function NewestReports({
  overview: { week, folders },
}: Pick<PendingReportNoteProps, 'overview'>): JSX.Element | null {
  const { folderIndex } = useAppContext();
  const localization = useLocalization();
  const readAt = ({ asOf }: OverviewFolder): string => asOf ?? '';
  const newest = folders
    .filter(({ revision }) => revision !== null)
    .toSorted((a, b) => (readAt(a) < readAt(b) ? 1 : -1))
    .slice(0, MAX_LINKS);
  if (newest.length === 0) return null;
  return (
    <>
      <h3>{localization.page.pending.newest}</h3>
      <ul class="pending-reports">
        {newest.map(({ key, name }) => (
          <li key={key}>
            <ViewLink view={reportRoute({ week, folder: key })}>
              <bdi>
                {folderName(
                  { key, name: name ?? folderIndex.folder(key)?.name ?? null },
                  localization,
                )}
              </bdi>
            </ViewLink>
          </li>
        ))}
      </ul>
    </>
  );
}
