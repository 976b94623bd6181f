// The report that dialogs are about.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ReportView } from '../view/report-view.ts';

export interface ShownReport {
  readonly view: ReportView;
  /** The selected revision; null for the current one. */
  readonly revision: number | null;
  readonly refetch: () => void;
}

const ReportContext = createContext<ShownReport | null>(null);

export const ReportProvider = ReportContext.Provider;

export function useReport(): ShownReport {
  const shownReport = useContext(ReportContext);
  if (shownReport === null) throw new Error('useReport needs a ReportProvider');
  return shownReport;
}
