// Dialog with the revisions of a report. What a revision has changed is said in its view.
import type { JSX } from 'preact';
import type { RevisionList } from '../../../http/responses.ts';
import { revisionsQuery } from '../../api/queries.ts';
import type { QueryResult } from '../../api/query.ts';
import { useQuery } from '../../api/query.ts';
import { useLocalization } from '../../app-context.tsx';
import type { ReportAddress } from '../../routes.ts';
import { reportRoute } from '../../routes.ts';
import { ViewLink } from '../../ui/controls.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { StateBadge } from '../../ui/icons.tsx';
import type { PanelProps } from '../../ui/panel.tsx';
import { PanelDialog, usePanelFocus } from '../../ui/panel.tsx';
import { useReport } from '../../report-context.tsx';

export function RevisionsPanel({ onClose }: PanelProps): JSX.Element {
  const { view } = useReport();
  const words = useLocalization().page.revisions;
  const { data: list, error, refetch } = useRevisions(view);
  const oldest = list?.data.at(-1)?.revision ?? 1;
  return (
    <PanelDialog title={words.heading} onClose={onClose}>
      {() => (
        <div class="revisions">
          <p class="hint">{words.intro}</p>
          {list === null && error === null && <div class="waiting is-block" />}
          {list === null && error !== null && <ErrorNote error={error} onRetry={refetch} />}
          <ol>
            {list?.data.map((entry, i) => (
              <RevisionItem key={entry.revision} entry={entry} isCurrent={i === 0} />
            ))}
          </ol>
          {list?.data.length === 1 && oldest === 1 && <p class="hint">{words.only}</p>}
          {oldest > 1 && <p class="hint">{words.olderRemoved}</p>}
        </div>
      )}
    </PanelDialog>
  );
}

interface RevisionItemProps {
  readonly entry: RevisionList['data'][number];
  readonly isCurrent: boolean;
}

function RevisionItem({ entry, isCurrent }: RevisionItemProps): JSX.Element {
  const { view } = useReport();
  const { page, formats } = useLocalization();
  const words = page.revisions;
  const { revision, status, responses, asOf } = entry;
  const isShown = revision === view.revision;
  return (
    <li>
      <h3>
        {words.revision({ n: revision })}
        {isCurrent && <span class="badge is-active">{words.current}</span>}
        {isShown && <span class="badge">{words.shown}</span>}
      </h3>
      <p class="revision-facts">
        <StateBadge state={status} />
        <span>{words.responses({ n: responses })}</span>
        <span class="muted">{words.dataAsOf({ instant: formats.utc(asOf) })}</span>
      </p>
      {revision === 1 && <p class="hint">{words.first}</p>}
      {!isShown && (
        <p>
          <ViewLink view={reportRoute(view, isCurrent ? null : revision)}>
            {words.view({ n: revision })}
          </ViewLink>
        </p>
      )}
    </li>
  );
}

interface OldRevisionNoteProps {
  readonly place: ReportAddress;
  readonly revision: number;
}

/** Note above the figures of an old revision; null for the current one. */
export function OldRevisionNote({ place, revision }: OldRevisionNoteProps): JSX.Element | null {
  const words = useLocalization().page.revisions;
  const { data: list, isLoading } = useRevisions(place);
  const currentRevision = list?.data[0]?.revision ?? null;
  const isOld = currentRevision !== revision && (currentRevision !== null || !isLoading);
  const note = usePanelFocus(isOld);
  if (!isOld) return null;
  return (
    <aside class="note warns" ref={note}>
      <p>
        {currentRevision === null
          ? words.olderShownUnknown({ n: revision })
          : words.olderShown({ n: revision, current: currentRevision })}{' '}
        <ViewLink view={reportRoute(place)}>
          {currentRevision === null ? words.viewCurrent : words.view({ n: currentRevision })}
        </ViewLink>
      </p>
    </aside>
  );
}

function useRevisions({ week, folder }: ReportAddress): QueryResult<RevisionList> {
  return useQuery(revisionsQuery, { week, folder });
}
