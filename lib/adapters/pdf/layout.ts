// Lays out a report as pages of draw operations: plain data, independent of PDF.
import type { Report } from '../../domain/report.ts';
import { clean } from '../../i18n/clean-text.ts';
import { createLocalization } from '../../i18n/localization.ts';
import { reportTitle } from '../../i18n/report-texts/headline-sentence.ts';
import { sumOverNames } from '../../i18n/report-texts/quality-texts.ts';
import { messagesFor } from '../../i18n/catalogues.ts';
import { hasTranslation } from '../../i18n/messages.ts';
import type { NotesOfFolders } from '../../view/notes-view.ts';
import { createReportView } from '../../view/create-report-view.ts';
import type { Link, Page } from './page-elements.ts';
import { folderSheets, layoutLine } from './folder/folder-sheets.ts';
import { placeSheets } from './place/place-sheets.ts';
import type { Paper, SheetContext } from './sheet/sheet-context.ts';
import { contentBoxOf, CONTENT_WIDTH } from './sheet/sheet-context.ts';
import { sheetPages } from './sheet/sheet-pages.ts';
import { countBoxes, typesetter } from './text/typesetter.ts';

export interface PageSettings {
  /** BCP 47; 'en' means British English. */
  readonly locale: string;
  readonly paper: Paper;
}

/** `links`: the addresses of the reports of folders below, by folder key. `notes`: of the folder and the folders below. */
export function createLayoutContext(
  report: Report,
  { locale, paper }: PageSettings,
  links: ReadonlyMap<number, string> = new Map(),
  notes: NotesOfFolders = new Map(),
): SheetContext {
  const supportedLocale = hasTranslation(locale) ? locale : 'en';
  const localization = createLocalization(report, supportedLocale, messagesFor(supportedLocale));
  const linkTo = (key: number, url: string): Link => ({
    url,
    description: reportTitle({ week: report.week, folder: { key } }, localization),
  });
  return {
    ...localization,
    typesetter,
    paper: contentBoxOf(paper),
    width: CONTENT_WIDTH,
    notes,
    links: new Map([...links].map(([key, url]) => [key, linkTo(key, url)])),
  };
}

export function layoutPages(report: Report, context: SheetContext): readonly Page[] {
  const view = createReportView(report, context, context.notes);
  const boxes = boxesText(report, context);
  const blocks =
    view.kind === 'folder'
      ? folderSheets({ ...view, lines: [...view.lines, ...boxes.map(layoutLine)] }, context)
      : placeSheets({ ...view, remarks: [...view.remarks, ...boxes] }, context);
  return sheetPages(blocks, view, context);
}

/** How many characters of names no font has; only the fonts know, so it is not in the view. */
function boxesText(report: Report, { words }: SheetContext): readonly string[] {
  const boxes = sumOverNames(report, (name) => countBoxes(clean(name)));
  return boxes === 0 ? [] : [words.undisplayable({ n: boxes })];
}
