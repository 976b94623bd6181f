// From a report to pages of draw operations: the whole document as plain data, before any PDF exists.
import type { Report } from '../../domain/report.ts';
import { formatsFor, resolvedLocale } from './format.ts';
import { directionOf, messagesFor, speaks } from './messages/messages.ts';
import { mirrored } from './mirror.ts';
import type { Link, Page } from './operations.ts';
import { flow } from './page-flow.ts';
import { frontPage } from './pages/front-page.ts';
import { pageFrame } from './pages/head.ts';
import { method } from './pages/method.ts';
import { surveyPages } from './pages/survey-page.ts';
import { titleOf } from './sentence.ts';
import type { Setting } from './setting.ts';
import { namesOf } from './setting.ts';
import type { Paper } from './theme.ts';
import { sheetOf } from './theme.ts';

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
  // Numbers and dates of one language between words of another mislead.
  const own = speaks(locale) ? locale : 'en';
  const words = messagesFor(own);
  const direction = directionOf(own);
  const said = {
    words,
    formats: formatsFor(own),
    names: namesOf(report, words, direction),
  };
  const linkTo = (key: number, url: string): Link => ({
    url,
    says: titleOf({ week: report.week, folder: { key } }, said),
  });
  return {
    ...said,
    sheet,
    direction,
    width: sheet.right - sheet.left,
    language: resolvedLocale(own),
    links: new Map([...links].map(([key, url]) => [key, linkTo(key, url)])),
  };
}

export function layout(report: Report, setting: Setting): readonly Page[] {
  const { sheet } = setting;
  const bodies = flow(
    [
      ...frontPage(report, setting),
      ...surveyPages(report.surveys, setting),
      ...method(report, setting),
    ],
    sheet,
  );
  const pages = bodies.map((body, i) => ({
    width: sheet.width,
    height: sheet.height,
    direction: setting.direction,
    parts: [...body, ...pageFrame(i + 1, bodies.length, report, setting)],
  }));
  return setting.direction === 'rtl' ? pages.map(mirrored) : pages;
}
