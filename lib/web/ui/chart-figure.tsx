// Charts of the report as SVG: the same drawings as on paper, made for the width that the page has.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChartSetting, Drawing } from '../../charts/chart.ts';
import type { Localization } from '../../i18n/localization.ts';
import { Drawn } from './svg-drawing.tsx';
import { useLetters } from './text-widths.ts';

interface ChartProps {
  readonly reading: Localization;
  /** What it shows, in a few words: the name of what is scrolled where it doesn't fit. */
  readonly title: string;
  /** Draws for a width in points; the same drawing for the same width. */
  readonly draw: (width: number, setting: ChartSetting) => readonly Drawing[];
  /** No wider than this, in CSS pixels. */
  readonly most?: number;
  /** No narrower than this: what has more columns than a phone is wide is scrolled. */
  readonly least?: number;
  /** CSS pixels for each point of paper. */
  readonly scale?: number;
  readonly scrolling?: Scrolling | null;
}

interface Scrolling {
  /** How much of the drawing's beginning stays in sight while the rest is scrolled, in points. */
  readonly frozen: (setting: ChartSetting) => number;
  /** Which part of the rest is out of sight at first: 0 for none of it. */
  readonly from: number;
}

/** What is small print there must be read at arm's length here. */
const SCALE = 1.6;

/** The first drawing says what is shown; others, such as a legend, belong to it. */
export function Chart({
  reading,
  title,
  draw,
  most = 1100,
  least = 0,
  scale = SCALE,
  scrolling = null,
}: ChartProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const letters = useLetters();
  const isScrolled = room > 0 && room < least;
  const width = Math.max(least, Math.min(room, most));
  const setting = { ...reading, typesetter: letters };
  const drawn = (of: number): readonly Drawing[] => (room === 0 ? [] : draw(of / scale, setting));
  const [first, ...others] = drawn(width);
  const frozen = isScrolled ? (scrolling?.frozen(setting) ?? 0) : 0;
  const scrolled = useRef<HTMLDivElement>(null);
  const from = scrolling?.from ?? 0;
  useLayoutEffect(() => {
    const sign = reading.direction === 'rtl' ? -1 : 1;
    if (isScrolled) scrolled.current?.scrollTo({ left: sign * from * (width - frozen * scale) });
    // Only for another report: whoever has scrolled stays there.
  }, [isScrolled, reading, from]);
  return (
    <div ref={box} class="chart">
      <div
        ref={scrolled}
        class={isScrolled ? 'is-scrolled' : ''}
        {...(isScrolled ? { role: 'region', 'aria-label': title, tabIndex: 0 } : {})}
      >
        {first !== undefined && frozen > 0 && (
          <div class="frozen">
            <Drawn
              drawing={beginningOf(first, frozen)}
              reading={reading}
              scale={scale}
              isNamed={false}
            />
          </div>
        )}
        {first !== undefined && <Drawn drawing={first} reading={reading} scale={scale} isNamed />}
      </div>
      {/* A legend stays in sight while the rest is scrolled. */}
      {(isScrolled ? drawn(room).slice(1) : others).map((drawing, i) => (
        <Drawn key={i} drawing={drawing} reading={reading} scale={scale} isNamed={false} />
      ))}
    </div>
  );
}

/** The texts in front of what is drawn beside them. */
function beginningOf({ alt, height, operations }: Drawing, width: number): Drawing {
  const before = operations.filter((one) => one.kind === 'text' && one.x + one.width <= width);
  return { alt, height, width, operations: before };
}

/** In CSS pixels; known before anything is painted, so that nothing below moves when the drawing comes. */
function useRoom(box: { readonly current: HTMLElement | null }): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => {
      setRoom(Math.floor(element.clientWidth));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [box]);
  return room;
}
