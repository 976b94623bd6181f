// Lists the revisions of a report with the changes of each.
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ReportChanges } from '../../../domain/report.ts';
import type { RevisionList } from '../../../http/responses.ts';
import { reportView } from '../../routes.ts';
import type { ReportAddress } from '../../routes.ts';
import type { QueryResult } from '../../api/query.ts';
import { useQuery } from '../../api/query.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ViewLink } from '../../ui/controls.tsx';
import { RevisionChanges } from './revision-changes.tsx';
import { usePanelFocus } from '../../ui/panel-focus.ts';
import { StateBadge } from '../../ui/icons.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useReport } from '../../report-context.tsx';

export function RevisionsPanel(): JSX.Element {
  const { report, selection } = useReport();
  const { page } = useLocalization();
  const words = page.revisions;
  const { data: list, error, refetch } = useRevisions(selection, `${report.revision}`);
  const oldest = list?.data.at(-1);
  const panel = usePanelFocus();
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [panel]);
  return (
    <section class="card revisions" ref={panel}>
      <div class="dialog-head">
        <h2>{words.heading}</h2>
        <ViewLink class="button" view={reportView(selection, selection.revision)}>
          {words.back}
        </ViewLink>
      </div>
      <p class="hint">{words.intro}</p>
      {list === null && error === null && <div class="waiting revisions-waiting" />}
      {list === null && error !== null && <ErrorNote error={error} onRetry={refetch} />}
      {list !== null && (
        <>
          <ol>
            {list.data.map((entry, i) => (
              <RevisionItem
                key={entry.revision}
                entry={entry}
                isCurrent={i === 0}
                isShown={entry.revision === report.revision}
              />
            ))}
          </ol>
          {list.data.length === 1 && oldest?.revision === 1 && <p class="hint">{words.only}</p>}
          {oldest !== undefined && oldest.revision > 1 && <p class="hint">{words.olderRemoved}</p>}
        </>
      )}
    </section>
  );
}

interface RevisionItemProps {
  readonly entry: RevisionList['data'][number];
  readonly isCurrent: boolean;
  readonly isShown: boolean;
}

function RevisionItem({ entry, isCurrent, isShown }: RevisionItemProps): JSX.Element {
  const { selection } = useReport();
  const { page, words, formats } = useLocalization();
  const n = formats.count(entry.revision);
  const changes: ReportChanges | null = entry.changes;
  return (
    <li>
      <h3>
        {words.revision(n)}
        {isCurrent && <span class="badge">{page.revisions.current}</span>}
        {isShown && <span class="badge is-quiet">{page.revisions.shown}</span>}
      </h3>
      <p class="revision-facts">
        <StateBadge state={entry.status} />
        <span>
          {words.responses(formats.count(entry.responses), formats.plural(entry.responses))}
        </span>
        <span class="muted">{words.dataAsOf(formats.utc(entry.asOf))}</span>
      </p>
      {changes !== null && <RevisionChanges changes={changes} />}
      {entry.revision === 1 && <p class="hint">{page.revisions.first}</p>}
      {!isShown && (
        <p>
          <ViewLink view={reportView(selection, isCurrent ? null : entry.revision)}>
            {page.revisions.view(n)}
          </ViewLink>
        </p>
      )}
    </li>
  );
}

/** Note above the figures of an old revision; null for the current one. */
export function OldRevisionNote({ revision }: { readonly revision: number }): JSX.Element | null {
  const { selection } = useReport();
  const { page, formats } = useLocalization();
  const { data: list, isLoading } = useRevisions(selection, '');
  const currentRevision = list?.data[0]?.revision ?? null;
  const isOld = currentRevision !== revision && (currentRevision !== null || !isLoading);
  const note = usePanelFocus(isOld);
  if (!isOld) return null;
  const words = page.revisions;
  const n = formats.count(revision);
  return (
    <aside class="note warns" ref={note}>
      <p>
        {currentRevision === null
          ? words.olderShownUnknown(n)
          : words.olderShown(n, formats.count(currentRevision))}{' '}
        <ViewLink view={reportView(selection)}>
          {currentRevision === null
            ? words.toLatest
            : words.toCurrent(formats.count(currentRevision))}
        </ViewLink>
      </p>
    </aside>
  );
}

/** Another `reason` makes another query; its previous data is not shared. */
function useRevisions({ week, folder }: ReportAddress, reason: string): QueryResult<RevisionList> {
  const { api, cache } = useAppContext();
  return useQuery(cache.revisions, `${week} ${folder} ${reason}`.trim(), (signal) =>
    api.revisions({ week, folder }, signal),
  );
}
