// Header of a report: path, name, week, source and actions.
import type { ComponentChildren, JSX } from 'preact';
import type { Report } from '../../../domain/report.ts';
import {
  sourceText,
  totalsText,
  weekText,
  zonesText,
} from '../../../i18n/report-texts/header-texts.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { reportView } from '../../routes.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ViewLink } from '../../ui/view-link.tsx';
import { StateBadge } from '../../ui/badges.tsx';
import type { ReportSelection } from '../../api/use-report.ts';

interface ReportHeaderProps {
  readonly report: Report;
  readonly localization: Localization;
  readonly selection: ReportSelection;
  /** Actions of the report. */
  readonly children: ComponentChildren;
}

export function ReportHeader({
  report,
  localization,
  selection,
  children,
}: ReportHeaderProps): JSX.Element {
  const { names } = localization;
  const totals = totalsText(report, localization);
  return (
    <header class="report-head">
      <ReportPath
        report={report}
        localization={localization}
        selection={selection}
        isWhole={false}
      />
      <h1>
        <bdi>{names.folder(report.folder.key)}</bdi>
      </h1>
      <p class="report-week">
        <span>{weekText(report, localization)}</span>
        <span>{zonesText(report, localization)}</span>
      </p>
      {totals !== null && <p>{totals}</p>}
      <p class="report-source">
        <StateBadge state={report.status} />
        <span>{sourceText(report, localization)}</span>
      </p>
      {children}
    </header>
  );
}

interface ReportPathProps extends Omit<ReportHeaderProps, 'children'> {
  /** Whether the path includes the folder itself. */
  readonly isWhole: boolean;
}

/** Visible ancestors are links; others are plain text. */
export function ReportPath({
  report,
  localization,
  selection,
  isWhole,
}: ReportPathProps): JSX.Element | null {
  const { folderIndex } = useAppContext();
  const { page } = useLocalization();
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
