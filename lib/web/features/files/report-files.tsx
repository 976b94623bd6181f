// The files of a report: asked for when they are wanted, since their addresses work for minutes only.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ReportFiles } from '../../../http/responses.ts';
import { TroubleNote } from '../../ui/error-note.tsx';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import type { Trouble } from '../../api/api-errors.ts';
import { troubleOf } from '../../api/api-errors.ts';
import type { WhichReport } from '../../api/use-report.ts';

type Wanted = 'view' | 'pdf' | 'json';

interface Fetching {
  /** What is being asked for. */
  readonly wanted: Wanted | null;
  readonly trouble: Trouble | null;
  readonly fetch: (wanted: Wanted) => void;
}

export function useFiles({ week, folder }: WhichReport): Fetching {
  const { api, announce } = useLibrary();
  const { page } = useSpeech();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const fetch = (what: Wanted): void => {
    if (wanted !== null) return;
    // Browsers open a tab while a click is handled, and not after an answer has come.
    const tab = what === 'view' ? window.open('', '_blank') : null;
    if (tab !== null) letGo(tab);
    setWanted(what);
    setTrouble(null);
    announce(page.read.preparing);
    api
      .files({ week, folder })
      .then(
        (files) => {
          if (tab === null) save(files, what);
          else tab.location.replace(files.view);
        },
        (error: unknown) => {
          tab?.close();
          setTrouble(troubleOf(error));
        },
      )
      .finally(() => {
        setWanted(null);
      });
  };
  return { wanted, trouble, fetch };
}

/** A tab that a page opens knows who did, and gets a copy of what its opener keeps: of the token too. */
function letGo(tab: Window): void {
  tab.opener = null;
  try {
    tab.sessionStorage.clear();
  } catch {
    // Closed to the page, as its own is.
  }
}

/** The address answers with a file to be kept, so that the page stays where it is. */
function save(files: ReportFiles, what: Wanted): void {
  const link = document.createElement('a');
  link.rel = 'noopener';
  if (what === 'view') {
    // No tab could be opened: the PDF takes this one's place, and the way back leads here.
    link.href = files.view;
  } else {
    link.href = files[what].url;
    link.download = files[what].name;
  }
  link.click();
}

interface FileButtonsProps {
  readonly which: WhichReport;
  /** What is done with a report more often than saving its files. */
  readonly children: ComponentChildren;
}

export function FileButtons({ which, children }: FileButtonsProps): JSX.Element {
  const { page } = useSpeech();
  const { wanted, trouble, fetch } = useFiles(which);
  const button = (what: Wanted, text: string, label?: string): JSX.Element => (
    <button
      type="button"
      class={what === 'view' ? 'primary' : ''}
      {...(label === undefined ? {} : { 'aria-label': label })}
      aria-disabled={wanted === what}
      onClick={() => {
        fetch(what);
      }}
    >
      {text}
    </button>
  );
  return (
    <>
      {button('view', page.read.openPdf, page.read.openPdfTab)}
      {children}
      {button('pdf', page.read.downloadPdf)}
      {button('json', page.read.downloadJson)}
      {trouble !== null && <TroubleNote trouble={trouble} onRetry={null} />}
    </>
  );
}
