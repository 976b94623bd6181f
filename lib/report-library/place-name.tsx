// Names of places and surveys in a report: links to their own pages of the same week.
import type { JSX } from 'preact';
import type { Reading } from '../presentation/reading.ts';
import { shown } from '../presentation/reading.ts';
import type { ReportView, SurveyView } from './address.ts';
import { To, useLibrary } from './library.tsx';
import type { WhichReport } from './use-report.ts';

/** The report of a folder in the same week, as it stands. */
export function reportOf({ week }: WhichReport, folder: number): ReportView {
  return { name: 'report', week, folder, revision: null, section: null };
}

/** A survey of any folder in the same week; of this report's own folder in the same revision. */
export function surveyOf(which: WhichReport, folder: number, survey: number): SurveyView {
  const revision = folder === which.folder ? which.revision : null;
  return { name: 'survey', week: which.week, folder, survey, revision };
}

interface PlaceLinkProps {
  readonly which: WhichReport;
  readonly reading: Reading;
  readonly folder: number;
}

/** A folder below; the report's own is no link to itself. */
export function FolderName({ which, reading, folder }: PlaceLinkProps): JSX.Element {
  const name = <bdi>{reading.names.folder(folder)}</bdi>;
  return folder === which.folder ? name : <To view={reportOf(which, folder)}>{name}</To>;
}

interface SurveyLinkProps extends PlaceLinkProps {
  readonly survey: number;
}

/** The report names its own surveys; those below are called as they are now. */
export function SurveyName({ which, reading, folder, survey }: SurveyLinkProps): JSX.Element {
  const { places } = useLibrary();
  const now = places.folder(folder)?.surveys.find(({ key }) => key === survey)?.name;
  const known = now === undefined ? '' : shown(now, reading);
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
