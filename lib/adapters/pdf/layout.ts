// From a report to pages of draw operations: the whole document as plain data, before any PDF exists.
import type { Report } from '../../domain/report.ts';
import { localizationOf } from '../../i18n/localization.ts';
import { titleOf } from '../../i18n/report-texts/headline-sentence.ts';
import { messagesFor } from '../../i18n/catalogues.ts';
import { hasTranslation } from '../../i18n/messages.ts';
import type { Block } from './block.ts';
import type { Link, Page } from './page-elements.ts';
import { mirroredDrawing } from '../../charts/mirror-drawing.ts';
import { flow } from './page-flow.ts';
import { frontPage } from './sections/front-page.ts';
import { pageFrame } from './sections/page-header.ts';
import { method } from './sections/method-note.ts';
import { surveyPages } from './sections/survey-page.ts';
import type { Paper, Setting } from './layout-context.ts';
import { sheetOf } from './layout-context.ts';
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
): Setting {
  const sheet = sheetOf(paper);
  const own = hasTranslation(locale) ? locale : 'en';
  const reading = localizationOf(report, own, messagesFor(own));
  const linkTo = (key: number, url: string): Link => ({
    url,
    says: titleOf({ week: report.week, folder: { key } }, reading),
  });
  return {
    ...reading,
    typesetter,
    sheet,
    width: sheet.right - sheet.left,
    links: new Map([...links].map(([key, url]) => [key, linkTo(key, url)])),
  };
}

export function layout(report: Report, setting: Setting): readonly Page[] {
  return pagesOf([...sections(report, setting)].flat(), report, setting);
}

/** The same, with `pause` between pieces that take some milliseconds each. */
export async function layoutInPieces(
  report: Report,
  setting: Setting,
  pause: () => Promise<void>,
): Promise<readonly Page[]> {
  const blocks: Block[] = [];
  for (const section of sections(report, setting)) {
    blocks.push(...section);
    await pause();
  }
  return pagesOf(blocks, report, setting);
}

function* sections(report: Report, setting: Setting): Generator<readonly Block[], undefined> {
  yield frontPage(report, setting);
  yield* surveyPages(report.surveys, setting);
  yield method(report, setting);
}

function pagesOf(blocks: readonly Block[], report: Report, setting: Setting): readonly Page[] {
  const { sheet } = setting;
  const bodies = flow(blocks, sheet);
  const pages = bodies.map((body, i) => ({
    width: sheet.width,
    height: sheet.height,
    direction: setting.direction,
    parts: [...body, ...pageFrame(i + 1, bodies.length, report, setting)],
  }));
  return setting.direction === 'rtl' ? pages.map(mirrored) : pages;
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
