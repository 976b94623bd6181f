// The head of a report: where the place is, what it is called, which week, from when the data are, and what can be done.
import type { ComponentChildren, JSX } from 'preact';
import type { Report } from '../../../domain/report.ts';
import {
  sourceText,
  totalsText,
  weekText,
  zonesText,
} from '../../../i18n/report-texts/header-texts.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { reportAt } from '../../routes.ts';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import { To } from '../../ui/view-link.tsx';
import { State } from '../../ui/badges.tsx';
import type { WhichReport } from '../../api/use-report.ts';

interface ReportHeadProps {
  readonly report: Report;
  readonly reading: Localization;
  readonly which: WhichReport;
  /** What can be done with it. */
  readonly children: ComponentChildren;
}

export function ReportHead({ report, reading, which, children }: ReportHeadProps): JSX.Element {
  const { names } = reading;
  const totals = totalsText(report, reading);
  return (
    <header class="report-head">
      <ReportPath report={report} reading={reading} which={which} isWhole={false} />
      <h1>
        <bdi>{names.folder(report.folder.key)}</bdi>
      </h1>
      <p class="report-week">
        <span>{weekText(report, reading)}</span>
        <span>{zonesText(report, reading)}</span>
      </p>
      {totals !== null && <p>{totals}</p>}
      <p class="report-source">
        <State state={report.status} />
        <span>{sourceText(report, reading)}</span>
      </p>
      {children}
    </header>
  );
}

interface ReportPathProps extends Omit<ReportHeadProps, 'children'> {
  /** Down to the folder itself. */
  readonly isWhole: boolean;
}

/** Folders above that the reader sees are links; the others are names alone. */
export function ReportPath({
  report,
  reading,
  which,
  isWhole,
}: ReportPathProps): JSX.Element | null {
  const { places } = useLibrary();
  const { page } = useSpeech();
  const { folder } = report;
  const keys = [...folder.path.map(({ key }) => key), ...(isWhole ? [folder.key] : [])];
  if (keys.length === 0) return null;
  return (
    <nav class="path" aria-label={page.read.path}>
      <ol>
        {keys.map((key) => {
          const name = <bdi>{reading.names.folder(key)}</bdi>;
          const isSeen = key === folder.key || places.folder(key) !== null;
          const view = reportAt(
            { week: which.week, folder: key },
            key === folder.key ? which.revision : null,
          );
          return <li key={key}>{isSeen ? <To view={view}>{name}</To> : name}</li>;
        })}
      </ol>
    </nav>
  );
}
