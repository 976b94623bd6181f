// The last section of every report: how the figures are calculated.
import type { Report } from '../../../domain/report.ts';
import { methodEntries } from '../../../i18n/report-texts/method-texts.ts';
import { textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { columnsBlock, paragraph, stackBlocks } from '../block.ts';
import { SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import { heading } from './section-heading.ts';

const TERM_COLUMN = 128;

export function methodNote(report: Report, context: LayoutContext): readonly Block[] {
  const { words, width } = context;
  const entries = methodEntries(report, context);
  const textWidth = width - TERM_COLUMN;
  return [
    stackBlocks(
      [
        heading('H2', words.method, width),
        ...entries.map(({ term, texts }) =>
          columnsBlock(
            [
              {
                x: 0,
                block: paragraph('P', term, textStyles.fineStrong, TERM_COLUMN - 12, {
                  maxLines: 2,
                }),
              },
              {
                x: TERM_COLUMN,
                block: stackBlocks(
                  texts.map((text) =>
                    paragraph('P', text, textStyles.fine, textWidth, { maxLines: 4 }),
                  ),
                ),
              },
            ],
            { before: SPACING.tiny },
          ),
        ),
      ],
      { before: SPACING.section },
    ),
  ];
}
