// Pain points and highlights with count, share and the share of the previous week.
import type { JSX } from 'preact';
import type { ListedOption, PooledOption } from '../../../domain/follow-ups.ts';
import type { Report } from '../../../domain/report.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { optionShares } from '../../../i18n/report-texts/option-shares.ts';
import { displayText } from '../../../i18n/localization.ts';
import { useLocalization } from '../../app-context.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { column, rowHeader, DataTable } from '../../ui/data-table.tsx';
import { Section } from '../../ui/page-section.tsx';
import { useReport } from '../../report-context.tsx';

interface FollowUpsProps {
  readonly painPoints: readonly ListedOption[] | null;
  readonly highlights: readonly ListedOption[] | null;
  /** Number of surveys in the folder; null hides the column with how many surveys name an option. */
  readonly surveyCount: number | null;
}

export function FollowUpSections(props: FollowUpsProps): JSX.Element {
  const { painPoints, highlights, surveyCount } = props;
  const { words } = useLocalization();
  if (painPoints === null && highlights === null) {
    return <Section title={words.followUps} note={words.followUpsMissing} />;
  }
  if (painPoints?.length === 0 && highlights?.length === 0) {
    return <Section title={words.followUps} note={words.noFollowUps} />;
  }
  const isShared = surveyCount !== null;
  return (
    <div class="card follow-ups">
      <OptionList
        title={isShared ? words.sharedPainPoints : words.painPoints}
        emptyText={words.noPainPoints}
        options={painPoints}
        surveyCount={surveyCount}
      />
      <OptionList
        title={isShared ? words.sharedHighlights : words.highlights}
        emptyText={words.noHighlights}
        options={highlights}
        surveyCount={surveyCount}
      />
    </div>
  );
}

interface OptionListProps {
  readonly title: string;
  /** Shown when the list is empty. */
  readonly emptyText: string;
  readonly options: readonly ListedOption[] | null;
  readonly surveyCount: number | null;
}

function OptionList({ title, emptyText, options, surveyCount }: OptionListProps): JSX.Element {
  const { report, localization } = useReport();
  return (
    <section>
      <div class="section-head">
        <h2>{title}</h2>
      </div>
      {options === null || options.length === 0 ? (
        <p class="muted">{options === null ? localization.words.followUpsMissing : emptyText}</p>
      ) : (
        <DataTable
          caption={title}
          phoneLayout="four"
          rows={options}
          rowKey={({ key }) => String(key)}
          columns={columnsFor(options, surveyCount, report, localization)}
        />
      )}
    </section>
  );
}

function columnsFor(
  options: readonly ListedOption[],
  surveyCount: number | null,
  { summary }: Pick<Report, 'summary'>,
  localization: Localization,
): readonly DataColumn<ListedOption>[] {
  const { words, formats } = localization;
  /** Names its first question where another option has the same name. */
  const questionOf = (option: ListedOption): string => {
    if (!('questions' in option)) return '';
    const isAmbiguous = options.some(({ key, name }) => key !== option.key && name === option.name);
    const question = summary.questions.find(({ key }) => option.questions.includes(key));
    return isAmbiguous ? displayText(question?.name ?? '', localization) : '';
  };
  const nameOf = (option: ListedOption): string => {
    const name = displayText(option.name, localization);
    return name === '' ? words.unnamedOption : name;
  };
  const placesColumn = column(words.columns.mentionedBy, 'number', (option: ListedOption) =>
    'places' in option && surveyCount !== null ? namingText(option, surveyCount, localization) : '',
  );
  const shareOf = optionShares(options, 'share', formats);
  const previousShareOf = optionShares(options, 'previousShare', formats);
  return [
    rowHeader(words.columns.name, 'wide', (option) => (
      <>
        <span dir="auto">{nameOf(option)}</span>
        {questionOf(option) !== '' && (
          <small class="place-path" dir="auto">
            {questionOf(option)}
          </small>
        )}
        {option.shareShown && <ShareBar option={option} />}
      </>
    )),
    ...(surveyCount === null ? [] : [placesColumn]),
    column(words.columns.count, 'number', ({ responses }) => formats.count(responses)),
    column(
      words.columns.share,
      'number',
      (option) =>
        option.shareShown && (
          <>
            <strong>{shareOf(option)}</strong>{' '}
            {option.shareLower !== null && option.shareUpper !== null && (
              <span class="certainty">
                {words.signals.range({
                  lower: formats.share(option.shareLower),
                  upper: formats.share(option.shareUpper),
                })}
              </span>
            )}
          </>
        ),
    ),
    column(words.columns.lastWeek, 'number', (option) =>
      option.shareShown ? <span class="muted">{previousShareOf(option)}</span> : '',
    ),
  ];
}

/** Number of places that name the option, of the surveys that ask it; of all surveys in a report of version "1". */
function namingText(
  { places, named, asking }: PooledOption,
  surveyCount: number,
  { words }: Localization,
): string {
  return asking === 0
    ? words.places({ n: places, total: surveyCount })
    : words.places({ n: named, total: asking });
}

/** The share as a bar with a mark for the previous week; both values are also in the table. */
function ShareBar({
  option: { share, previousShare },
}: {
  readonly option: ListedOption;
}): JSX.Element {
  const percentage = (share: number | null): string => `${((share ?? 0) * 100).toFixed(1)}%`;
  return (
    <span class="share-bar" aria-hidden="true">
      <span class="share-now" style={{ inlineSize: percentage(share) }} />
      {previousShare !== null && (
        <span class="share-before" style={{ insetInlineStart: percentage(previousShare) }} />
      )}
    </span>
  );
}
