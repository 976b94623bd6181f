// Lists the differences between a revision and the previous one.
import type { JSX } from 'preact';
import type { ReportChanges, ReportProblem, Report } from '../../../domain/report.ts';
import { groupName } from '../../../domain/ranking.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { problemText } from '../../../i18n/report-texts/quality-texts.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { useLocalization } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';

interface Row {
  readonly key: string;
  readonly name: string;
  /** Null when the index type is unknown. */
  readonly indexType: string | null;
  readonly responses: ReportChanges['groups'][number]['responses'];
  readonly index: ReportChanges['groups'][number]['index'];
}

export function RevisionChanges({ changes }: { readonly changes: ReportChanges }): JSX.Element {
  // Provides the names and index types of the surveys.
  const { report, localization } = useReport();
  const { page, formats } = useLocalization();
  const words = page.revisions;
  const { status, responses, previousResponses, openAlerts } = changes;
  const countTexts = ({ before, after }: ReportChanges['responses']): readonly [string, string] => [
    formats.count(before),
    formats.count(after),
  ];
  const sentences = [
    ...(status.before === status.after
      ? []
      : [words.statusChanged(page.states[status.before], page.states[status.after])]),
    ...(differs(responses) ? [words.responsesChanged(...countTexts(responses))] : []),
    ...(differs(previousResponses)
      ? [words.previousChanged(...countTexts(previousResponses))]
      : []),
    ...(differs(openAlerts) ? [words.alertsChanged(...countTexts(openAlerts))] : []),
  ];
  const rows = rowsOf(changes, report, localization);
  const { problemsSolved: solved, problemsArisen: arisen } = changes;
  const isUnchanged = sentences.length + rows.length + solved.length + arisen.length === 0;
  return (
    <div class="changes">
      <h4>{words.changed(formats.count(changes.revision))}</h4>
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
): readonly Row[] {
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

function ChangedFigures({ rows }: { readonly rows: readonly Row[] }): JSX.Element {
  const { page, words: reportTexts, formats } = useLocalization();
  const words = page.revisions;
  /** '78 (1,204 responses)' */
  const figureText = ({ responses, index, indexType }: Row, side: 'before' | 'after'): string => {
    const count = responses[side];
    if (count === null) return words.absent;
    const countText = reportTexts.responses(formats.count(count), formats.plural(count));
    const value = index[side];
    return value === null || indexType === null
      ? countText
      : words.indexAnd(formats.index(value, indexType), countText);
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
