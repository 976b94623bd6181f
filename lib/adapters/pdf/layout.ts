// Lays out a report as pages of draw operations: plain data, independent of PDF.
import type { Report } from '../../domain/report.ts';
import { createLocalization } from '../../i18n/localization.ts';
import { reportTitle } from '../../i18n/report-texts/headline-sentence.ts';
import { messagesFor } from '../../i18n/catalogues.ts';
import { hasTranslation } from '../../i18n/messages.ts';
import type { Block } from './block.ts';
import type { Link, Page } from './page-elements.ts';
import { indexAxes } from '../../charts/index-axes.ts';
import { mirrorOperation } from '../../charts/mirror-drawing.ts';
import { paginate } from './page-flow.ts';
import { pageFrame } from './sections/page-header.ts';
import { methodNote } from './sections/method-note.ts';
import { storePages } from './sections/store-page.ts';
import type { LayoutContext } from './layout-context.ts';
import { pageSizeFor } from './layout-context.ts';
import { createReportView } from '../../view/create-report-view.ts';
import { folderSheets } from './folder/folder-sheets.ts';
import type { Paper } from './sheet/sheet-context.ts';
import { contentBoxOf, CONTENT_WIDTH } from './sheet/sheet-context.ts';
import { sheetPages } from './sheet/sheet-pages.ts';
import { typesetter } from './text/typesetter.ts';

export interface PageSettings {
  /** BCP 47; 'en' means British English. */
  readonly locale: string;
  readonly paper: Paper;
}

/** `links`: the addresses of the reports of folders below, by folder key. */
export function createLayoutContext(
  report: Report,
  { locale, paper }: PageSettings,
  links: ReadonlyMap<number, string> = new Map(),
): LayoutContext {
  const pageSize = pageSizeFor(paper);
  const supportedLocale = hasTranslation(locale) ? locale : 'en';
  const localization = createLocalization(report, supportedLocale, messagesFor(supportedLocale));
  const linkTo = (key: number, url: string): Link => ({
    url,
    description: reportTitle({ week: report.week, folder: { key } }, localization),
  });
  return {
    ...localization,
    typesetter,
    pageSize,
    paper: contentBoxOf(paper),
    width: report.subfolders.length > 0 ? CONTENT_WIDTH : pageSize.right - pageSize.left,
    axes: indexAxes(report),
    links: new Map([...links].map(([key, url]) => [key, linkTo(key, url)])),
  };
}

export function layoutPages(report: Report, context: LayoutContext): readonly Page[] {
  const view = createReportView(report, context);
  return view.kind === 'folder'
    ? sheetPages(folderSheets(view, context), view, context)
    : pagesOf([...sections(report, context)].flat(), report, context);
}

/** Calls `pause` between sections, each of which takes some milliseconds. */
export async function layoutPagesInSteps(
  report: Report,
  context: LayoutContext,
  pause: () => Promise<void>,
): Promise<readonly Page[]> {
  const view = createReportView(report, context);
  if (view.kind === 'folder') return sheetPages(folderSheets(view, context), view, context);
  const blocks: Block[] = [];
  for (const section of sections(report, context)) {
    blocks.push(...section);
    await pause();
  }
  return pagesOf(blocks, report, context);
}

function* sections(report: Report, context: LayoutContext): Generator<readonly Block[], undefined> {
  yield* storePages(report, methodNote(report, context), context);
}

function pagesOf(
  blocks: readonly Block[],
  report: Report,
  context: LayoutContext,
): readonly Page[] {
  const { pageSize } = context;
  const bodies = paginate(blocks, pageSize);
  const pages = bodies.map((body, i) => ({
    width: pageSize.width,
    height: pageSize.height,
    direction: context.direction,
    parts: [...body, ...pageFrame(i + 1, bodies.length, report, context)],
  }));
  return context.direction === 'rtl' ? pages.map(mirrorPage) : pages;
}

function mirrorPage(page: Page): Page {
  return {
    ...page,
    parts: page.parts.map((part) => ({
      ...part,
      operations: part.operations.map((operation) => mirrorOperation(operation, page.width)),
      dx: -part.dx,
    })),
  };
}
