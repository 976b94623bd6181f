// The revisions of a report, and what changed from one to the next.
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ReportChanges, Report } from '../../../domain/report.ts';
import type { RevisionList } from '../../../http/responses.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { reportAt } from '../../routes.ts';
import type { ReportPlace } from '../../api/api-client.ts';
import type { Asked } from '../../api/query.ts';
import { useAsked } from '../../api/query.ts';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import { To } from '../../ui/view-link.tsx';
import { ChangesSince } from './revision-changes.tsx';
import { usePanelFocus } from '../../ui/panel-focus.ts';
import { State } from '../../ui/badges.tsx';
import { TroubleNote } from '../../ui/error-note.tsx';
import { useReading } from '../../api/use-report.ts';

interface RevisionsPanelProps {
  readonly place: ReportPlace;
  /** As shown. */
  readonly report: Report;
  /** Which one the address asks for; null for the one that stands. */
  readonly revision: number | null;
}

export function RevisionsPanel({ place, report, revision }: RevisionsPanelProps): JSX.Element {
  const { page } = useSpeech();
  const words = page.revisions;
  const reading = useReading(report);
  const { value, trouble, again } = useRevisions(place, `${report.revision}`);
  const last = value?.data.at(-1);
  const panel = usePanelFocus();
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [panel]);
  return (
    <section class="card revisions" ref={panel}>
      <div class="share-head">
        <h2>{words.heading}</h2>
        <To class="button" view={reportAt(place, revision)}>
          {words.back}
        </To>
      </div>
      <p class="hint">{words.intro}</p>
      {value === null && trouble === null && <div class="waiting revisions-waiting" />}
      {value === null && trouble !== null && <TroubleNote trouble={trouble} onRetry={again} />}
      {value !== null && reading !== null && (
        <>
          <ol>
            {value.data.map((one, i) => (
              <Revision
                key={one.revision}
                {...{ one, place, report, reading }}
                isStanding={i === 0}
                isShown={one.revision === report.revision}
              />
            ))}
          </ol>
          {value.data.length === 1 && last?.revision === 1 && <p class="hint">{words.only}</p>}
          {last !== undefined && last.revision > 1 && <p class="hint">{words.ended}</p>}
        </>
      )}
    </section>
  );
}

interface RevisionProps {
  readonly one: RevisionList['data'][number];
  readonly place: ReportPlace;
  readonly report: Report;
  readonly reading: Localization;
  readonly isStanding: boolean;
  readonly isShown: boolean;
}

function Revision(props: RevisionProps): JSX.Element {
  const { one, place, report, reading, isStanding, isShown } = props;
  const { page, words, formats } = useSpeech();
  const n = formats.count(one.revision);
  const changes: ReportChanges | null = one.changes;
  return (
    <li>
      <h3>
        {words.revision(n)}
        {isStanding && <span class="badge">{page.revisions.stands}</span>}
        {isShown && <span class="badge is-quiet">{page.revisions.shown}</span>}
      </h3>
      <p class="revision-facts">
        <State state={one.status} />
        <span>{words.responses(formats.count(one.responses), formats.plural(one.responses))}</span>
        <span class="muted">{words.dataAsOf(formats.utc(one.asOf))}</span>
      </p>
      {changes !== null && <ChangesSince changes={changes} report={report} reading={reading} />}
      {one.revision === 1 && <p class="hint">{page.revisions.first}</p>}
      {!isShown && (
        <p>
          <To view={reportAt(place, isStanding ? null : one.revision)}>{page.revisions.read(n)}</To>
        </p>
      )}
    </li>
  );
}

interface OldRevisionNoteProps {
  readonly place: ReportPlace;
  /** That is shown. */
  readonly revision: number;
}

/** Above the figures of a revision that does not stand any more; nothing for the one that does. */
export function OldRevisionNote({ place, revision }: OldRevisionNoteProps): JSX.Element | null {
  const { page, formats } = useSpeech();
  const { value, isLoading } = useRevisions(place, '');
  const standing = value?.data[0]?.revision ?? null;
  const isOld = standing !== revision && (standing !== null || !isLoading);
  const note = usePanelFocus(isOld);
  if (!isOld) return null;
  const words = page.revisions;
  const n = formats.count(revision);
  return (
    <aside class="note warns old-revision" ref={note}>
      <p>
        {standing === null ? words.oldUnknown(n) : words.old(n, formats.count(standing))}{' '}
        <To view={reportAt(place)}>
          {standing === null ? words.toNewest : words.toStanding(formats.count(standing))}
        </To>
      </p>
    </aside>
  );
}

/** `because`: another reason to ask is another question, with the old answer until the new one comes. */
function useRevisions({ week, folder }: ReportPlace, because: string): Asked<RevisionList> {
  const { api, memories } = useLibrary();
  return useAsked(memories.revisions, `${week} ${folder} ${because}`.trim(), (signal) =>
    api.revisions({ week, folder }, signal),
  );
}
