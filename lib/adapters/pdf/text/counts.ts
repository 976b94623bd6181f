// Numbers in little room: whole, or in thousands; never cut, which would make another number of them.
import type { Formats } from '../format.ts';
import type { TextStyle } from '../theme.ts';
import { widthOf } from './typesetter.ts';

/** '' where not even thousands or millions fit. */
export function countIn(count: number, room: number, style: TextStyle, formats: Formats): string {
  const ways = [formats.count(count), formats.compact(count)];
  return ways.find((text) => widthOf(text, style) <= room) ?? '';
}
