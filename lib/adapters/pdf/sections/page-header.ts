// The head of the front page, and what stands at the top and the foot of every page.
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
    ...totals(report, context),
  ]);
}

function totals(report: Report, context: LayoutContext): readonly Block[] {
  const said = totalsText(report, context);
  if (said === null) return [];
  return [
    paragraph('P', said, textStyles.body, context.width, { maxLines: 2, before: SPACING.small }),
  ];
}

export function pageFrame(
  page: number,
  pages: number,
  report: Report,
  context: LayoutContext,
): readonly Part[] {
  const { pageSize: sheet, words, formats, names, width } = context;
  const style = withColour(textStyles.label, colours.muted);
  const foot = sheet.height - MARGIN.bottom - 2;
  const of = words.pageOf(formats.count(page), formats.count(pages));
  const footer = [
    line([sheet.left, foot - 12], [sheet.right, foot - 12], colours.hairline, 0.5),
    ...lineAt(fitted(sourceText(report, context), style, width * 0.75), style, sheet.left, foot),
    ...lineAt(of, style, sheet.right, foot, 'right'),
  ];
  if (page === 1) return [{ element: null, operations: footer }];
  const week = weekText(report, context);
  const name = fitted(names.folder(report.folder.key), style, width * 0.5);
  const top = MARGIN.top + 8;
  return [
    {
      element: null,
      operations: [
        ...lineAt(name, style, sheet.left, top),
        ...lineAt(fitted(week, style, width * 0.45), style, sheet.right, top, 'right'),
        ...footer,
      ],
    },
  ];
}
