// Pain points and highlights with count, share and the share of the previous week.
import type { JSX } from 'preact';
import type { FollowUpOption, PooledOption } from '../../../domain/follow-ups.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { displayText } from '../../../i18n/localization.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Section, SectionHeading } from '../../ui/page-section.tsx';

type Option = FollowUpOption | PooledOption;

interface FollowUpsProps {
  readonly painPoints: readonly Option[] | null;
  readonly highlights: readonly Option[] | null;
  /** Number of surveys in the folder; null hides the column with how many surveys name an option. */
  readonly surveyCount: number | null;
  readonly localization: Localization;
}

export function FollowUpSections({
  painPoints,
  highlights,
  surveyCount,
  localization,
}: FollowUpsProps): JSX.Element {
  const { words } = localization;
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
        localization={localization}
      />
      <OptionList
        title={isShared ? words.sharedHighlights : words.highlights}
        emptyText={words.noHighlights}
        options={highlights}
        surveyCount={surveyCount}
        localization={localization}
      />
    </div>
  );
}

interface OptionListProps {
  readonly title: string;
  /** Shown when the list is empty. */
  readonly emptyText: string;
  readonly options: readonly Option[] | null;
  readonly surveyCount: number | null;
  readonly localization: Localization;
}

function OptionList({
  title,
  emptyText,
  options,
  surveyCount,
  localization,
}: OptionListProps): JSX.Element {
  const { words } = localization;
  return (
    <section>
      <SectionHeading title={title} note="" />
      {options === null || options.length === 0 ? (
        <p class="muted">{options === null ? words.followUpsMissing : emptyText}</p>
      ) : (
        <DataTable
          caption={title}
          phoneLayout={surveyCount === null ? 'table' : 'four'}
          rows={options}
          rowKey={({ key }) => String(key)}
          columns={columnsFor(surveyCount, localization)}
        />
      )}
    </section>
  );
}

function columnsFor(
  surveyCount: number | null,
  localization: Localization,
): readonly DataColumn<Option>[] {
  const { words, formats } = localization;
  const nameColumn: DataColumn<Option> = {
    header: words.columns.name,
    kind: 'wide',
    isRowHeader: true,
    cell: (option) => (
      <>
        <span dir="auto">{nameOf(option, localization)}</span>
        <ShareBar option={option} />
      </>
    ),
  };
  const placesColumn: DataColumn<Option> = {
    header: words.columns.placesNaming,
    kind: 'number',
    cell: (option) =>
      'places' in option && surveyCount !== null
        ? words.places(formats.count(option.places), formats.count(surveyCount))
        : '',
  };
  return [
    nameColumn,
    ...(surveyCount === null ? [] : [placesColumn]),
    {
      header: words.columns.count,
      kind: 'number',
      cell: ({ responses }) => formats.count(responses),
    },
    {
      header: words.columns.share,
      kind: 'number',
      cell: ({ share }) => <strong>{formats.share(share)}</strong>,
    },
    {
      header: words.columns.lastWeek,
      kind: 'number',
      cell: ({ previousShare }) => <span class="muted">{formats.share(previousShare)}</span>,
    },
  ];
}

/** The share as a bar with a mark for the previous week; both values are also in the table. */
function ShareBar({ option: { share, previousShare } }: { readonly option: Option }): JSX.Element {
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

function nameOf(option: Option, localization: Localization): string {
  const name = displayText(option.name, localization);
  return name === '' ? String(option.key) : name;
}
