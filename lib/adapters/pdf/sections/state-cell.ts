// The state of a level in a row of a table.
import type { GroupKey } from '../../../domain/figures.ts';
import { indexLimits } from '../../../domain/scale.ts';
import type { Level } from '../../../domain/signals/model.ts';
import { textStyles } from '../../../charts/theme.ts';
import { stateText } from '../../../i18n/report-texts/state-texts.ts';
import type { LayoutContext } from '../layout-context.ts';
import type { StyledCell } from '../table-columns.ts';

const QUIET: ReadonlySet<Level['state']> = new Set(['usual', 'tooFew', 'newPlace', null]);

/** Empty for an unknown kind of index, whose responses are never too few, unless it is silent. */
export function stateCell(
  level: Pick<Level, 'state'>,
  { indexType, feedbackScale }: GroupKey,
  context: LayoutContext,
): StyledCell {
  const isKnown = level.state === 'silent' || indexLimits(indexType, feedbackScale) !== null;
  return {
    text: isKnown ? stateText(level, context) : '',
    style: QUIET.has(level.state) ? textStyles.quiet : textStyles.strong,
  };
}
