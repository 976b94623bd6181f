// Which places a folder's difference from usual comes from, on the scale of all lists.
import type { Report } from '../domain/report.ts';
import { responsesOf } from '../domain/scale.ts';
import type { Localization } from '../i18n/localization.ts';
import { displayText } from '../i18n/localization.ts';
import type { Row } from './report-view.ts';

const NAME_LIMIT = 60;

export interface Contribution {
  readonly row: Row;
  readonly now: number;
  readonly usual: number;
  /** The difference from the place's own level times its share of the responses. */
  readonly value: number;
  readonly share: number;
}

/** Largest first. Places without a level or this week's value contribute nothing. */
export function contributionsOf(rows: readonly Row[]): readonly Contribution[] {
  const total = responsesOf(rows.map(({ responses }) => responses));
  return rows
    .flatMap((row) => {
      const now = row.trend.at(-1) ?? null;
      const { usual } = row.values;
      if (now === null || usual === null || total === 0) return [];
      const share = row.responses / total;
      return [{ row, now, usual, value: (now - usual) * share, share }];
    })
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
}

/** The name of the direct part of the folder in which a folder is; its own surveys are in the folder itself. */
export function partNames(
  { folder, summary }: Pick<Report, 'folder' | 'summary'>,
  localization: Pick<Localization, 'direction'>,
): (folder: number) => string {
  const depth = folder.path.length + 1;
  const names = new Map(
    summary.places.map((place) => [
      place.folder.key,
      displayText(
        place.folder.key === folder.key ? folder.name : (place.path[depth] ?? place.folder.name),
        localization,
        NAME_LIMIT,
      ),
    ]),
  );
  return (key) => names.get(key) ?? '';
}

/** The contributions of each direct part, largest first. */
export function contributionsOfParts(
  contributions: readonly Contribution[],
  partOf: (folder: number) => string,
): readonly { readonly name: string; readonly rate: number }[] {
  return [...Map.groupBy(contributions, ({ row }) => partOf(row.folder))]
    .map(([name, ofPart]) => ({ name, rate: ofPart.reduce((sum, { value }) => sum + value, 0) }))
    .sort((a, b) => Math.abs(b.rate) - Math.abs(a.rate));
}
