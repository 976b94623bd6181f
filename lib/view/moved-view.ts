// Which places a folder's difference from usual comes from.
import type { Report } from '../domain/report.ts';
import type { Localization } from '../i18n/localization.ts';
import type { FolderFigure } from './folder-figure.ts';
import type { Contribution } from './contributions.ts';
import { fullName } from './rows.ts';
import type { Moved } from './report-view.ts';

const MAX_PARTS = 8;
/** Places whose part is less are summed up. */
const MIN_PART = 0.05;

/**
 * By place, in points of the mean of the buttons. What is left of the folder's difference is in the last part. Null where
 * nothing is to be explained.
 */
export function movedView(
  report: Pick<Report, 'folder'>,
  figure: FolderFigure | null,
  parts: readonly Contribution[],
  localization: Localization,
): Moved | null {
  if (figure === null || figure.usual === null || figure.range !== null) return null;
  const { words, formats, names } = localization;
  const difference = figure.value - figure.usual;
  const named = parts.slice(0, MAX_PARTS).filter(({ value }) => Math.abs(value) >= MIN_PART);
  if (named.length < 2) return null;
  const rest = difference - named.reduce((sum, { value }) => sum + roundedPart(value), 0);
  const text = (value: number): string => formats.partOfChange(value, 'HAPPY');
  const zero = text(0);
  return {
    title: words.view.movedTitle({ name: names.folder(report.folder.key) }),
    note: words.view.movedNote({ difference: text(difference) }),
    parts: [
      ...named.map(({ row, now, usual, value, share }) => ({
        name: fullName(row),
        value,
        text: text(value),
        detail: words.view.movedDetail({
          value: formats.index(now, 'HAPPY'),
          usual: formats.index(usual, 'HAPPY'),
          share: formats.share(share),
        }),
      })),
      ...(text(rest) === zero
        ? []
        : [{ name: words.signals.why.others, value: rest, text: text(rest), detail: '' }]),
    ],
  };
}

/** As it is printed, so that the printed parts add up. */
function roundedPart(value: number): number {
  return Math.round(10 * value) / 10;
}
