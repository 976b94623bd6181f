// The last lines of every report: how the figures are made.
import type { Report } from '../../../domain/report.ts';
import { methodEntries } from '../../../i18n/report-texts/method-texts.ts';
import { type } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { beside, paragraph, stacked } from '../block.ts';
import { space } from '../layout-context.ts';
import type { Setting } from '../layout-context.ts';
import { heading } from './section-heading.ts';

const TERM_COLUMN = 128;

export function method(report: Report, setting: Setting): readonly Block[] {
  const { words, width } = setting;
  const entries = methodEntries(report, setting);
  const rest = width - TERM_COLUMN;
  return [
    stacked(
      [
        heading('H2', words.method, width),
        ...entries.map(({ term, texts }) =>
          beside(
            [
              {
                x: 0,
                block: paragraph('P', term, type.fineStrong, TERM_COLUMN - 12, { maxLines: 2 }),
              },
              {
                x: TERM_COLUMN,
                block: stacked(
                  texts.map((text) => paragraph('P', text, type.fine, rest, { maxLines: 4 })),
                ),
              },
            ],
            { before: space.tiny },
          ),
        ),
      ],
      { before: space.section },
    ),
  ];
}
