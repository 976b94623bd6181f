// Names of places and surveys in a report: links to their own pages of the same week.
import type { JSX } from 'preact';
import type { Localization } from '../../../i18n/localization.ts';
import { displayText } from '../../../i18n/localization.ts';
import type { SurveyView } from '../../routes.ts';
import { reportAt, surveyAt } from '../../routes.ts';
import type { Column } from '../../ui/data-table.tsx';
import { useLibrary } from '../../app-context.tsx';
import { To } from '../../ui/view-link.tsx';
import { pathOf } from './folder-names.ts';
import { pathBetween } from './folder-index.ts';
import type { WhichReport } from '../../api/use-report.ts';

/** A survey of any folder in the same week; of this report's own folder in the same revision. */
export function surveyOf(which: WhichReport, folder: number, survey: number): SurveyView {
  const revision = folder === which.folder ? which.revision : null;
  return surveyAt({ week: which.week, folder }, survey, revision);
}

interface PlaceLinkProps {
  readonly which: WhichReport;
  readonly reading: Localization;
  readonly folder: number;
}

/** A folder below; the report's own is no link to itself. */
export function FolderName({ which, reading, folder }: PlaceLinkProps): JSX.Element {
  const name = <bdi>{reading.names.folder(folder)}</bdi>;
  if (folder === which.folder) return name;
  return <To view={reportAt({ week: which.week, folder })}>{name}</To>;
}

/** A folder anywhere below, with those between it and the report's own. */
function PlaceName({ which, reading, folder }: PlaceLinkProps): JSX.Element {
  const { places } = useLibrary();
  const between = folder === which.folder ? [] : pathBetween(places, which.folder, folder);
  return (
    <>
      <FolderName which={which} reading={reading} folder={folder} />
      {between.length > 0 && <small class="place-path">{pathOf(between, reading)}</small>}
    </>
  );
}

interface SurveyLinkProps extends PlaceLinkProps {
  readonly survey: number;
}

/** The report names its own surveys; those below are called as they are now. */
export function SurveyName({ which, reading, folder, survey }: SurveyLinkProps): JSX.Element {
  const { places } = useLibrary();
  const now = places.folder(folder)?.surveys.find(({ key }) => key === survey)?.name;
  const known = now === undefined ? '' : displayText(now, reading);
  return (
    <To view={surveyOf(which, folder, survey)}>
      <bdi>
        {folder === which.folder
          ? reading.names.survey(survey)
          : known === ''
            ? reading.names.surveyIn(folder, survey)
            : known}
      </bdi>
    </To>
  );
}

interface Placed {
  readonly folder: number;
  readonly survey: number;
}

/** Where something was heard of below a folder: its place, and the survey there. */
export function placeColumns(
  { which, reading }: Pick<PlaceLinkProps, 'which' | 'reading'>,
  surveyKind: 'wide' | 'name',
): readonly [place: Column<Placed>, survey: Column<Placed>] {
  const { words, names } = reading;
  return [
    {
      head: words.columns.place,
      kind: 'wide',
      namesRow: true,
      cell: ({ folder, survey }) => (
        <PlaceName which={which} reading={reading} folder={names.placeKey(folder, survey)} />
      ),
    },
    {
      head: words.columns.survey,
      kind: surveyKind,
      cell: ({ folder, survey }) => (
        <SurveyName which={which} reading={reading} folder={folder} survey={survey} />
      ),
    },
  ];
}
