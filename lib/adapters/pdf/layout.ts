// From a report to pages of draw operations: the whole document as plain data, before any PDF exists.
import type { Report } from '../../domain/report.ts';
import { localizationOf } from '../../i18n/localization.ts';
import { titleOf } from '../../i18n/report-texts/headline-sentence.ts';
import { messagesFor } from '../../i18n/catalogues.ts';
import { hasTranslation } from '../../i18n/messages.ts';
import type { Block } from './block.ts';
import type { Link, Page } from './page-elements.ts';
import { mirroredDrawing } from '../../charts/mirror-drawing.ts';
import { paginate } from './page-flow.ts';
import { frontPage } from './sections/front-page.ts';
import { pageFrame } from './sections/page-header.ts';
import { methodNote } from './sections/method-note.ts';
import { surveyPages } from './sections/survey-page.ts';
import type { Paper, LayoutContext } from './layout-context.ts';
import { pageSizeFor } from './layout-context.ts';
import { typesetter } from './text/typesetter.ts';

export interface PageSettings {
  /** BCP 47; 'en' is British. */
  readonly locale: string;
  readonly paper: Paper;
}

/** `links`: addresses of children's reports by folder. */
export function settingFor(
  report: Report,
  { locale, paper }: PageSettings,
  links: ReadonlyMap<number, string> = new Map(),
): LayoutContext {
  const sheet = pageSizeFor(paper);
  const own = hasTranslation(locale) ? locale : 'en';
  const localization = localizationOf(report, own, messagesFor(own));
  const linkTo = (key: number, url: string): Link => ({
    url,
    description: titleOf({ week: report.week, folder: { key } }, localization),
  });
  return {
    ...localization,
    typesetter,
    pageSize: sheet,
    width: sheet.right - sheet.left,
    links: new Map([...links].map(([key, url]) => [key, linkTo(key, url)])),
  };
}

export function layout(report: Report, context: LayoutContext): readonly Page[] {
  return pagesOf([...sections(report, context)].flat(), report, context);
}

/** The same, with `pause` between pieces that take some milliseconds each. */
export async function layoutPagesInSteps(
  report: Report,
  context: LayoutContext,
  pause: () => Promise<void>,
): Promise<readonly Page[]> {
  const blocks: Block[] = [];
  for (const section of sections(report, context)) {
    blocks.push(...section);
    await pause();
  }
  return pagesOf(blocks, report, context);
}

function* sections(report: Report, context: LayoutContext): Generator<readonly Block[], undefined> {
  yield frontPage(report, context);
  yield* surveyPages(report.surveys, context);
  yield methodNote(report, context);
}

function pagesOf(
  blocks: readonly Block[],
  report: Report,
  context: LayoutContext,
): readonly Page[] {
  const { pageSize: sheet } = context;
  const bodies = paginate(blocks, sheet);
  const pages = bodies.map((body, i) => ({
    width: sheet.width,
    height: sheet.height,
    direction: context.direction,
    parts: [...body, ...pageFrame(i + 1, bodies.length, report, context)],
  }));
  return context.direction === 'rtl' ? pages.map(mirrored) : pages;
}

function mirrored(page: Page): Page {
  return {
    ...page,
    parts: page.parts.map((part) => ({
      ...part,
      operations: part.operations.map((operation) => mirroredDrawing(operation, page.width)),
    })),
  };
}
