// Pain points and highlights side by side: count, share, and last week's share beside it.
import type { JSX } from 'preact';
import type { FollowUpOption, PooledOption } from '../../../domain/follow-ups.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { displayText } from '../../../i18n/localization.ts';
import type { Column } from '../../ui/data-table.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Section, SectionHeading } from '../../ui/page-section.tsx';

type Option = FollowUpOption | PooledOption;

interface FollowUpsProps {
  readonly painPoints: readonly Option[] | null;
  readonly highlights: readonly Option[] | null;
  /** Of how many surveys an option is named, for a folder with several; null leaves the column out. */
  readonly places: number | null;
  readonly reading: Localization;
}

export function FollowUps({
  painPoints,
  highlights,
  places,
  reading,
}: FollowUpsProps): JSX.Element {
  const { words } = reading;
  if (painPoints === null && highlights === null) {
    return <Section title={words.followUps} note={words.followUpsMissing} />;
  }
  if (painPoints?.length === 0 && highlights?.length === 0) {
    return <Section title={words.followUps} note={words.noFollowUps} />;
  }
  const isShared = places !== null;
  return (
    <div class="card follow-ups">
      <OptionList
        title={isShared ? words.sharedPainPoints : words.painPoints}
        none={words.noPainPoints}
        options={painPoints}
        places={places}
        reading={reading}
      />
      <OptionList
        title={isShared ? words.sharedHighlights : words.highlights}
        none={words.noHighlights}
        options={highlights}
        places={places}
        reading={reading}
      />
    </div>
  );
}

interface OptionListProps {
  readonly title: string;
  /** Said where there are none. */
  readonly none: string;
  readonly options: readonly Option[] | null;
  readonly places: number | null;
  readonly reading: Localization;
}

function OptionList({ title, none, options, places, reading }: OptionListProps): JSX.Element {
  const { words } = reading;
  return (
    <section>
      <SectionHeading title={title} note="" />
      {options === null || options.length === 0 ? (
        <p class="muted">{options === null ? words.followUpsMissing : none}</p>
      ) : (
        <DataTable
          caption={title}
          onPhones={places === null ? 'table' : 'four'}
          rows={options}
          keyOf={({ key }) => String(key)}
          columns={columnsFor(places, reading)}
        />
      )}
    </section>
  );
}

function columnsFor(places: number | null, reading: Localization): readonly Column<Option>[] {
  const { words, formats } = reading;
  const name: Column<Option> = {
    head: words.columns.name,
    kind: 'wide',
    namesRow: true,
    cell: (option) => (
      <>
        <span dir="auto">{nameOf(option, reading)}</span>
        <ShareBar option={option} />
      </>
    ),
  };
  const of: Column<Option> = {
    head: words.columns.placesNaming,
    kind: 'number',
    cell: (option) =>
      'places' in option && places !== null
        ? words.places(formats.count(option.places), formats.count(places))
        : '',
  };
  return [
    name,
    ...(places === null ? [] : [of]),
    {
      head: words.columns.count,
      kind: 'number',
      cell: ({ responses }) => formats.count(responses),
    },
    {
      head: words.columns.share,
      kind: 'number',
      cell: ({ share }) => <strong>{formats.share(share)}</strong>,
    },
    {
      head: words.columns.lastWeek,
      kind: 'number',
      cell: ({ previousShare }) => <span class="muted">{formats.share(previousShare)}</span>,
    },
  ];
}

/** The share as a bar, last week's as a mark on it; both stand as numbers beside it. */
function ShareBar({ option: { share, previousShare } }: { readonly option: Option }): JSX.Element {
  const part = (of: number | null): string => `${((of ?? 0) * 100).toFixed(1)}%`;
  return (
    <span class="share-bar" aria-hidden="true">
      <span class="share-now" style={{ inlineSize: part(share) }} />
      {previousShare !== null && (
        <span class="share-before" style={{ insetInlineStart: part(previousShare) }} />
      )}
    </span>
  );
}

function nameOf(option: Option, reading: Localization): string {
  const name = displayText(option.name, reading);
  return name === '' ? String(option.key) : name;
}
