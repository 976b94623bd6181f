// Links from a report to folders and surveys of the same week.
import type { JSX } from 'preact';
import type { SurveyPlace } from '../../../domain/signals/model.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { displayText } from '../../../i18n/localization.ts';
import type { SurveyView } from '../../routes.ts';
import { reportView, surveyView } from '../../routes.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { column, rowHeader } from '../../ui/data-table.tsx';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ViewLink } from '../../ui/controls.tsx';
import { pathText, pathBetween } from '../../features/folders/folder-index.ts';
import type { ReportSelection, ShownReport } from '../../report-context.tsx';
import { useReport } from '../../report-context.tsx';

interface ReportPathProps {
  /** Whether the path includes the report's own folder. */
  readonly isWhole: boolean;
}

/** Visible ancestors are links; others are plain text. */
export function ReportPath({ isWhole }: ReportPathProps): JSX.Element | null {
  const { folderIndex } = useAppContext();
  const { page } = useLocalization();
  const { report, localization, selection } = useReport();
  const { folder } = report;
  const keys = [...folder.path.map(({ key }) => key), ...(isWhole ? [folder.key] : [])];
  if (keys.length === 0) return null;
  return (
    <nav class="path" aria-label={page.read.path}>
      <ol>
        {keys.map((key) => {
          const name = <bdi>{localization.names.folder(key)}</bdi>;
          const isVisible = key === folder.key || folderIndex.folder(key) !== null;
          const view = reportView(
            { week: selection.week, folder: key },
            key === folder.key ? selection.revision : null,
          );
          return <li key={key}>{isVisible ? <ViewLink view={view}>{name}</ViewLink> : name}</li>;
        })}
      </ol>
    </nav>
  );
}

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
  readonly folder: number;
}

/** A link to a subfolder; plain text for the report's own folder. */
export function FolderLink({ folder }: FolderLinkProps): JSX.Element {
  const { localization, selection } = useReport();
  const name = <bdi>{localization.names.folder(folder)}</bdi>;
  if (folder === selection.folder) return name;
  return <ViewLink view={reportView({ week: selection.week, folder })}>{name}</ViewLink>;
}

interface FolderLinkWithPathProps extends FolderLinkProps {
  /** Of the survey that is meant, where the folder has several. */
  readonly question?: string;
}

/** A link to a descendant folder, with the folders in between. */
export function FolderLinkWithPath({
  folder,
  question = '',
}: FolderLinkWithPathProps): JSX.Element {
  const { folderIndex } = useAppContext();
  const { localization, selection } = useReport();
  const between =
    folder === selection.folder ? [] : pathBetween(folderIndex, selection.folder, folder);
  const reportedPath = localization.names.path(folder);
  const path = reportedPath === '' ? pathText(between, localization) : reportedPath;
  const details = joinTexts([path, question]);
  return (
    <>
      <FolderLink folder={folder} />
      {details !== '' && <small class="place-path">{details}</small>}
    </>
  );
}

interface SurveyLinkProps {
  readonly survey: number;
  /** The report's own folder when missing. */
  readonly folder?: number;
}

/** Surveys of the report's own folder have the report's name; surveys of descendants have their current name. */
export function SurveyLink({ survey, folder: descendant }: SurveyLinkProps): JSX.Element {
  const { folderIndex } = useAppContext();
  const { localization, selection } = useReport();
  const folder = descendant ?? selection.folder;
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

/** Table columns for the folder and survey of an entry. */
export function placeColumns(
  { localization: { words, names } }: ShownReport,
  surveyKind: 'wide' | 'name',
): readonly DataColumn<SurveyPlace>[] {
  return [
    rowHeader(words.columns.place, 'wide', ({ folder, survey }) => (
      <FolderLinkWithPath folder={names.placeKey(folder, survey)} />
    )),
    column(words.columns.survey, surveyKind, ({ folder, survey }) => (
      <SurveyLink folder={folder} survey={survey} />
    )),
  ];
}
