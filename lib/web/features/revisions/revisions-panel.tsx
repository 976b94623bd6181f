// Lists the revisions of a report, each with its differences from the previous one.
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ReportChanges, ReportProblem, Report } from '../../../domain/report.ts';
import type { RevisionList } from '../../../http/responses.ts';
import { groupName } from '../../../domain/ranking.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { problemText } from '../../../i18n/report-texts/quality-texts.ts';
import type { Localization } from '../../../i18n/localization.ts';
import type { ReportAddress } from '../../routes.ts';
import { reportView } from '../../routes.ts';
import type { QueryResult } from '../../api/query.ts';
import { useQuery } from '../../api/query.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ViewLink } from '../../ui/controls.tsx';
import { usePanelFocus } from '../../ui/panel.tsx';
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
  const changes: ReportChanges | null = entry.changes;
  return (
    <li>
      <h3>
        {words.revision({ n: entry.revision })}
        {isCurrent && <span class="badge">{page.revisions.current}</span>}
        {isShown && <span class="badge is-quiet">{page.revisions.shown}</span>}
      </h3>
      <p class="revision-facts">
        <StateBadge state={entry.status} />
        <span>{words.responses({ n: entry.responses })}</span>
        <span class="muted">{words.dataAsOf({ instant: formats.utc(entry.asOf) })}</span>
      </p>
      {changes !== null && <RevisionChanges changes={changes} />}
      {entry.revision === 1 && <p class="hint">{page.revisions.first}</p>}
      {!isShown && (
        <p>
          <ViewLink view={reportView(selection, isCurrent ? null : entry.revision)}>
            {page.revisions.view({ n: entry.revision })}
          </ViewLink>
        </p>
      )}
    </li>
  );
}

/** Note above the figures of an old revision; null for the current one. */
export function OldRevisionNote({ revision }: { readonly revision: number }): JSX.Element | null {
  const { selection } = useReport();
  const { page } = useLocalization();
  const { data: list, isLoading } = useRevisions(selection, '');
  const currentRevision = list?.data[0]?.revision ?? null;
  const isOld = currentRevision !== revision && (currentRevision !== null || !isLoading);
  const note = usePanelFocus(isOld);
  if (!isOld) return null;
  const words = page.revisions;
  return (
    <aside class="note warns" ref={note}>
      <p>
        {currentRevision === null
          ? words.olderShownUnknown({ n: revision })
          : words.olderShown({ n: revision, current: currentRevision })}{' '}
        <ViewLink view={reportView(selection)}>
          {currentRevision === null ? words.viewCurrent : words.view({ n: currentRevision })}
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

interface ChangeRow {
  readonly key: string;
  readonly name: string;
  /** Null when the index type is unknown. */
  readonly indexType: string | null;
  readonly responses: ReportChanges['groups'][number]['responses'];
  readonly index: ReportChanges['groups'][number]['index'];
}

function RevisionChanges({ changes }: { readonly changes: ReportChanges }): JSX.Element {
  // Provides the names and index types of the surveys.
  const { report, localization } = useReport();
  const { page } = useLocalization();
  const words = page.revisions;
  const { status, responses, previousResponses, openAlerts } = changes;
  const sentences = [
    ...(status.before === status.after
      ? []
      : [
          words.statusChanged({
            before: page.states[status.before],
            after: page.states[status.after],
          }),
        ]),
    ...(differs(responses) ? [words.responsesChanged(responses)] : []),
    ...(differs(previousResponses) ? [words.previousChanged(previousResponses)] : []),
    ...(differs(openAlerts) ? [words.alertsChanged(openAlerts)] : []),
  ];
  const rows = rowsOf(changes, report, localization);
  const { problemsSolved: solved, problemsArisen: arisen } = changes;
  const isUnchanged = sentences.length + rows.length + solved.length + arisen.length === 0;
  return (
    <div class="changes">
      <h4>{words.changed({ n: changes.revision })}</h4>
      {isUnchanged && <p>{words.nothingChanged}</p>}
      {sentences.length > 0 && (
        <ul>
          {sentences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {rows.length > 0 && <ChangedFigures rows={rows} />}
      <ProblemList title={words.resolvedProblems} problems={solved} />
      <ProblemList title={words.newProblems} problems={arisen} />
    </div>
  );
}

function rowsOf(
  { groups, surveys }: ReportChanges,
  report: Report,
  localization: Localization,
): readonly ChangeRow[] {
  const indexTypes = new Map(report.surveys.map((survey) => [survey.key, survey.indexType]));
  return [
    ...groups.map(({ indexType, feedbackScale, responses, index }) => ({
      key: groupName({ indexType, feedbackScale }),
      name: kindName({ indexType, feedbackScale }, localization),
      indexType,
      responses,
      index,
    })),
    ...surveys.map(({ key, responses, index }) => ({
      key: String(key),
      name: localization.names.survey(key),
      indexType: indexTypes.get(key) ?? null,
      responses,
      index,
    })),
  ];
}

function ChangedFigures({ rows }: { readonly rows: readonly ChangeRow[] }): JSX.Element {
  const { page, words: reportTexts, formats } = useLocalization();
  const words = page.revisions;
  /** '78 (1,204 responses)' */
  const figureText = (
    { responses, index, indexType }: ChangeRow,
    side: 'before' | 'after',
  ): string => {
    const count = responses[side];
    if (count === null) return words.absent;
    const countText = reportTexts.responses({ n: count });
    const value = index[side];
    return value === null || indexType === null
      ? countText
      : page.read.withDetail({ text: formats.index(value, indexType), detail: countText });
  };
  return (
    <table>
      <caption class="unseen">{words.figuresHeading}</caption>
      <thead>
        <tr>
          <th scope="col">{words.item}</th>
          <th scope="col" class="number">
            {words.before}
          </th>
          <th scope="col" class="number">
            {words.after}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.name}</th>
            <td class="number">{figureText(row, 'before')}</td>
            <td class="number">{figureText(row, 'after')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ProblemsProps {
  readonly title: string;
  readonly problems: readonly ReportProblem[];
}

function ProblemList({ title, problems }: ProblemsProps): JSX.Element | null {
  const { localization } = useReport();
  // Different problems can have the same text.
  const texts = [...new Set(problems.map((problem) => problemText(problem, localization)))];
  if (texts.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

function differs({ before, after }: ReportChanges['responses']): boolean {
  return before !== after;
}
