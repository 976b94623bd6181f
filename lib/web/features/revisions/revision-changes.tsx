// What differs between a revision and the one before it, as the report itself tells it.
import type { JSX } from 'preact';
import type { ReportChanges, ReportProblem, Report } from '../../../domain/report.ts';
import { rankedName } from '../../../domain/ranking.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { problemText } from '../../../i18n/report-texts/quality-texts.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { useSpeech } from '../../app-context.tsx';

interface ChangesSinceProps {
  readonly changes: ReportChanges;
  /** Whose names of surveys are known. */
  readonly report: Report;
  readonly reading: Localization;
}

interface Row {
  readonly key: string;
  readonly name: string;
  /** Null where the kind of index isn't known. */
  readonly indexType: string | null;
  readonly responses: ReportChanges['groups'][number]['responses'];
  readonly index: ReportChanges['groups'][number]['index'];
}

export function ChangesSince({ changes, report, reading }: ChangesSinceProps): JSX.Element {
  const { page, formats } = useSpeech();
  const words = page.revisions;
  const { status, responses, previousResponses, openAlerts } = changes;
  const counted = ({ before, after }: ReportChanges['responses']): readonly [string, string] => [
    formats.count(before),
    formats.count(after),
  ];
  const said = [
    ...(status.before === status.after
      ? []
      : [words.statusChanged(page.states[status.before], page.states[status.after])]),
    ...(differs(responses) ? [words.responsesChanged(...counted(responses))] : []),
    ...(differs(previousResponses) ? [words.previousChanged(...counted(previousResponses))] : []),
    ...(differs(openAlerts) ? [words.alertsChanged(...counted(openAlerts))] : []),
  ];
  const rows = rowsOf(changes, report, reading);
  const { problemsSolved: solved, problemsArisen: arisen } = changes;
  const isSame = said.length + rows.length + solved.length + arisen.length === 0;
  return (
    <div class="changes">
      <h4>{words.changed(formats.count(changes.revision))}</h4>
      {isSame && <p>{words.nothingChanged}</p>}
      {said.length > 0 && (
        <ul>
          {said.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {rows.length > 0 && <Figures rows={rows} reading={reading} />}
      <Problems title={words.solved} problems={solved} reading={reading} />
      <Problems title={words.arisen} problems={arisen} reading={reading} />
    </div>
  );
}

function rowsOf(
  { groups, surveys }: ReportChanges,
  report: Report,
  reading: Localization,
): readonly Row[] {
  const kinds = new Map(report.surveys.map((survey) => [survey.key, survey.indexType]));
  return [
    ...groups.map(({ indexType, feedbackScale, responses, index }) => ({
      key: rankedName({ indexType, feedbackScale }),
      name: kindName({ indexType, feedbackScale }, reading),
      indexType,
      responses,
      index,
    })),
    ...surveys.map(({ key, responses, index }) => ({
      key: String(key),
      name: reading.names.survey(key),
      indexType: kinds.get(key) ?? null,
      responses,
      index,
    })),
  ];
}

interface FiguresProps {
  readonly rows: readonly Row[];
  readonly reading: Localization;
}

function Figures({ rows, reading }: FiguresProps): JSX.Element {
  const { page } = useSpeech();
  const words = page.revisions;
  return (
    <table>
      <caption class="unseen">{words.figuresHeading}</caption>
      <thead>
        <tr>
          <th scope="col">{words.what}</th>
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
            <td class="number">{figureText(row, 'before', reading)}</td>
            <td class="number">{figureText(row, 'after', reading)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );

  /** '78 (1,204 responses)' */
  function figureText(
    row: Row,
    side: 'before' | 'after',
    { words: said, formats }: Localization,
  ): string {
    const responses = row.responses[side];
    if (responses === null) return words.absent;
    const counted = said.responses(formats.count(responses), formats.plural(responses));
    const index = row.index[side];
    if (index === null || row.indexType === null) return counted;
    return words.indexAnd(formats.index(index, row.indexType), counted);
  }
}

interface ProblemsProps {
  readonly title: string;
  readonly problems: readonly ReportProblem[];
  readonly reading: Localization;
}

function Problems({ title, problems, reading }: ProblemsProps): JSX.Element | null {
  // Two oddities of a survey can be one sentence in the reader's language.
  const texts = [...new Set(problems.map((problem) => problemText(problem, reading)))];
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
