// Links from a report to folders and surveys of the same week.
import type { JSX } from 'preact';
import type { Localization } from '../../../i18n/localization.ts';
import { displayText } from '../../../i18n/localization.ts';
import type { SurveyView } from '../../routes.ts';
import { reportView, surveyView } from '../../routes.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { useAppContext } from '../../app-context.tsx';
import { ViewLink } from '../../ui/view-link.tsx';
import { pathText } from './folder-names.ts';
import { pathBetween } from './folder-index.ts';
import type { ReportSelection } from '../../api/use-report.ts';

/** Surveys of the report's own folder keep the shown revision. */
export function linkedSurveyView(
  selection: ReportSelection,
  folder: number,
  survey: number,
): SurveyView {
  const revision = folder === selection.folder ? selection.revision : null;
  return surveyView({ week: selection.week, folder }, survey, revision);
}

interface FolderLinkProps {
  readonly selection: ReportSelection;
  readonly localization: Localization;
  readonly folder: number;
}

/** A link to a subfolder; plain text for the report's own folder. */
export function FolderLink({ selection, localization, folder }: FolderLinkProps): JSX.Element {
  const name = <bdi>{localization.names.folder(folder)}</bdi>;
  if (folder === selection.folder) return name;
  return <ViewLink view={reportView({ week: selection.week, folder })}>{name}</ViewLink>;
}

/** A link to a descendant folder, with the folders in between. */
function FolderLinkWithPath({ selection, localization, folder }: FolderLinkProps): JSX.Element {
  const { folderIndex } = useAppContext();
  const between =
    folder === selection.folder ? [] : pathBetween(folderIndex, selection.folder, folder);
  return (
    <>
      <FolderLink selection={selection} localization={localization} folder={folder} />
      {between.length > 0 && <small class="place-path">{pathText(between, localization)}</small>}
    </>
  );
}

interface SurveyLinkProps extends FolderLinkProps {
  readonly survey: number;
}

/** Surveys of the report's own folder have the report's name; surveys of descendants have their current name. */
export function SurveyLink({
  selection,
  localization,
  folder,
  survey,
}: SurveyLinkProps): JSX.Element {
  const { folderIndex } = useAppContext();
  const currentName = folderIndex.folder(folder)?.surveys.find(({ key }) => key === survey)?.name;
  const displayName = currentName === undefined ? '' : displayText(currentName, localization);
  return (
    <ViewLink view={linkedSurveyView(selection, folder, survey)}>
      <bdi>
        {folder === selection.folder
          ? localization.names.survey(survey)
          : displayName === ''
            ? localization.names.surveyIn(folder, survey)
            : displayName}
      </bdi>
    </ViewLink>
  );
}

interface FolderAndSurvey {
  readonly folder: number;
  readonly survey: number;
}

/** Table columns for the folder and survey of an entry. */
export function placeColumns(
  { selection, localization }: Pick<FolderLinkProps, 'selection' | 'localization'>,
  surveyKind: 'wide' | 'name',
): readonly [place: DataColumn<FolderAndSurvey>, survey: DataColumn<FolderAndSurvey>] {
  const { words, names } = localization;
  return [
    {
      header: words.columns.place,
      kind: 'wide',
      isRowHeader: true,
      cell: ({ folder, survey }) => (
        <FolderLinkWithPath
          selection={selection}
          localization={localization}
          folder={names.placeKey(folder, survey)}
        />
      ),
    },
    {
      header: words.columns.survey,
      kind: surveyKind,
      cell: ({ folder, survey }) => (
        <SurveyLink
          selection={selection}
          localization={localization}
          folder={folder}
          survey={survey}
        />
      ),
    },
  ];
}
