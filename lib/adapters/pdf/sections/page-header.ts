// The header of the front page, and the header and footer of all pages.
import type { Report } from '../../../domain/report.ts';
import {
  sourceText,
  totalsText,
  weekText,
  zonesText,
} from '../../../i18n/report-texts/header-texts.ts';
import { line } from '../../../charts/draw-operations.ts';
import { colours, textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { paragraph, stackBlocks } from '../block.ts';
import type { Part } from '../page-elements.ts';
import { MARGIN, SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import { fitted, lineAt } from '../text/typesetter.ts';

export function frontPageHeader(report: Report, context: LayoutContext): Block {
  const { names, width } = context;
  const path = report.folder.path.map(({ key }) => names.folder(key)).join('  ›  ');
  const week = weekText(report, context);
  const totals = totalsText(report, context);
  return stackBlocks([
    ...(path === '' ? [] : [paragraph('P', path, textStyles.quiet, width, { maxLines: 2 })]),
    paragraph('H1', names.folder(report.folder.key), textStyles.title, width, {
      maxLines: 3,
      before: 2,
    }),
    paragraph('P', `${week}  ·  ${zonesText(report, context)}`, textStyles.body, width, {
      maxLines: 2,
      before: 2,
    }),
    ...(totals === null
      ? []
      : [paragraph('P', totals, textStyles.body, width, { maxLines: 2, before: SPACING.small })]),
  ]);
}

export function pageFrame(
  page: number,
  pages: number,
  report: Report,
  context: LayoutContext,
): readonly Part[] {
  const { pageSize, words, names, width } = context;
  const { left, right } = pageSize;
  const style = textStyles.label;
  const top = MARGIN.top + 8;
  const name = fitted(names.folder(report.folder.key), style, width * 0.5);
  const week = fitted(weekText(report, context), style, width * 0.45);
  const header = [...lineAt(name, style, left, top), ...lineAt(week, style, right, top, 'right')];
  const bottom = pageSize.height - MARGIN.bottom - 2;
  const source = fitted(sourceText(report, context), style, width * 0.75);
  const pageNumber = words.pageOf({ page, pages });
  const operations = [
    // The front page has a header of its own.
    ...(page === 1 ? [] : header),
    line([left, bottom - 12], [right, bottom - 12], colours.hairline, 0.5),
    ...lineAt(source, style, left, bottom),
    ...lineAt(pageNumber, style, right, bottom, 'right'),
  ];
  return [{ element: null, operations, dx: 0, dy: 0 }];
}
