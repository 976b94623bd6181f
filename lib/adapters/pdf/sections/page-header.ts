// The header of the front page, and the header and footer of all pages.
import type { Report } from '../../../domain/report.ts';
import {
  sourceText,
  totalsText,
  weekText,
  zonesText,
} from '../../../i18n/report-texts/header-texts.ts';
import { line } from '../../../charts/draw-operations.ts';
import { colours, withColour, textStyles } from '../../../charts/theme.ts';
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
    ...totalsLine(report, context),
  ]);
}

function totalsLine(report: Report, context: LayoutContext): readonly Block[] {
  const text = totalsText(report, context);
  if (text === null) return [];
  return [
    paragraph('P', text, textStyles.body, context.width, { maxLines: 2, before: SPACING.small }),
  ];
}

export function pageFrame(
  page: number,
  pages: number,
  report: Report,
  context: LayoutContext,
): readonly Part[] {
  const { pageSize, words, formats, names, width } = context;
  const style = withColour(textStyles.label, colours.muted);
  const footerBaseline = pageSize.height - MARGIN.bottom - 2;
  const pageNumber = words.pageOf(formats.count(page), formats.count(pages));
  const footer = [
    line(
      [pageSize.left, footerBaseline - 12],
      [pageSize.right, footerBaseline - 12],
      colours.hairline,
      0.5,
    ),
    ...lineAt(
      fitted(sourceText(report, context), style, width * 0.75),
      style,
      pageSize.left,
      footerBaseline,
    ),
    ...lineAt(pageNumber, style, pageSize.right, footerBaseline, 'right'),
  ];
  if (page === 1) return [{ element: null, operations: footer, dx: 0, dy: 0 }];
  const week = weekText(report, context);
  const name = fitted(names.folder(report.folder.key), style, width * 0.5);
  const top = MARGIN.top + 8;
  return [
    {
      element: null,
      operations: [
        ...lineAt(name, style, pageSize.left, top),
        ...lineAt(fitted(week, style, width * 0.45), style, pageSize.right, top, 'right'),
        ...footer,
      ],
      dx: 0,
      dy: 0,
    },
  ];
}
