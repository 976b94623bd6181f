// Orders to forget texts, and the lines that are left of them.
import { fc } from '../../support/property-settings.ts';
import type { ForgetSelection } from '../../../lib/feedback-service/index.ts';
import { isPress, within, type ModelLine } from './model-company.ts';
import { parse } from './model-zones.ts';

export const forgetPicks = fc.option(
  fc.record({
    kind: fc.constantFrom('survey', 'id', 'containing'),
    /** The text by which the order is made, modulo their number. */
    text: fc.nat(99),
    /** Of the range of time, on both sides of that text. */
    hours: fc.nat(100),
    /** Of the words that are searched for. */
    length: fc.integer({ min: 1, max: 4 }),
  }),
  { freq: 2, nil: undefined },
);
export type ForgetPicks = ReturnType<typeof forgetPicks.generate>['value'];

const hourMs = 3_600_000;

/** What a service forgets: an order, or texts before an instant, which is the retention of company.json. */
type Forgetting = ForgetSelection | { readonly before: number };

/** Undefined when there is no text that it could be about. */
export function forgetOrder(
  picks: ForgetPicks,
  lines: readonly ModelLine[],
): ForgetSelection | undefined {
  const withTexts = lines.filter((line) => textOf(line) !== undefined);
  const line = withTexts[(picks?.text ?? 0) % Math.max(withTexts.length, 1)];
  if (picks === undefined || line === undefined) return undefined;
  const { kind, hours, length } = picks;
  const at = parse(line.ts);
  if (kind === 'id' && line.id !== undefined) return { id: String(line.id) };
  if (kind === 'containing') return { containing: (textOf(line) ?? '').slice(0, length) };
  return { survey: line.survey, from: at - hours * hourMs, to: at + hours * hourMs + 1 };
}

/** An order and the lines that were there at its time. */
export interface GivenOrder<Order extends Forgetting = Forgetting> {
  readonly order: Order;
  readonly lines: readonly ModelLine[];
}

/**
 * The lines without what the orders have erased. Ranges of time erase later lines, too; words and ids only
 * lines with the same place and text as one that was there.
 */
export function withoutForgotten(
  lines: readonly ModelLine[],
  orders: readonly GivenOrder[],
): readonly ModelLine[] {
  return orders.reduce((left, { order, lines: present }) => {
    const texts = new Set(present.filter((line) => isSelected(order, line)).map(placeOf));
    const isErased = (line: ModelLine): boolean =>
      'survey' in order || 'before' in order ? isSelected(order, line) : texts.has(placeOf(line));
    return left.map((line) => (isErased(line) ? withoutText(line) : line));
  }, lines);
}

/** How many of the lines an order finds. */
export function countSelected(order: ForgetSelection, lines: readonly ModelLine[]): number {
  return lines.filter((line) => isSelected(order, line)).length;
}

function isSelected(order: Forgetting, line: ModelLine): boolean {
  const text = textOf(line);
  if (text === undefined) return false;
  if ('before' in order) return parse(line.ts) < order.before;
  if ('id' in order) return line.id !== undefined && String(line.id) === order.id;
  if ('containing' in order) return fold(text).includes(fold(order.containing));
  return (
    line.survey === order.survey && within(parse(line.ts), { start: order.from, end: order.to })
  );
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function placeOf(line: ModelLine): string {
  return JSON.stringify([line.survey, parse(line.ts), textOf(line)]);
}

function textOf(line: ModelLine): string | undefined {
  if ('data' in line) return undefined;
  return isPress(line) ? line.text : line.o.text;
}

function withoutText(line: ModelLine): ModelLine {
  if ('data' in line) return line;
  if (!isPress(line)) return { ...line, o: { r: line.o.r } };
  const { text: _, relevance: _too, spam: _also, ...press } = line;
  return press;
}
