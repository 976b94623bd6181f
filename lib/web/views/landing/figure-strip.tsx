// The figure of a folder with its thirteen weeks, its responses and the shares of the best and the worst button.
import type { ComponentChildren, JSX } from 'preact';
import { childTrend, panelAxis } from '../../../charts/child-trend.ts';
import type { FolderView, Trend } from '../../../view/report-view.ts';
import type { FigureTexts, NothingLeft } from '../../../view/view-parts.ts';
import { joinTexts } from '../../../i18n/join-texts.ts';
import { SvgDrawing, CHART_SCALE } from '../../ui/chart-drawing.tsx';

interface FigureStripProps {
  readonly view: FolderView;
}

export function FigureStrip({ view }: FigureStripProps): JSX.Element | null {
  const { figure, trend, buttons, lines } = view;
  if (figure === null) return null;
  const shown: FigureTexts = figure;
  const { text, label, uncertainty, compared, responses, usualResponses, ...others } = shown;
  others satisfies NothingLeft;
  return (
    <section class="strip" aria-label={label}>
      <p class="strip-figure">
        <strong>{text}</strong>
        <span>
          {label}
          <br />
          {joinTexts([compared, uncertainty])}
        </span>
      </p>
      {trend !== null && <StripTrend trend={trend} />}
      <div class="strip-facts">
        <Fact title={responses}>{usualResponses}</Fact>
        {lines
          .filter(({ kind }) => kind === 'openAlerts')
          .map(({ lead }) => (
            <Fact key={lead} title={withoutColon(lead)} />
          ))}
        {buttons !== null && <Fact title={buttons.best}>{buttons.worst}</Fact>}
      </div>
    </section>
  );
}

interface FactProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

function Fact({ title, children }: FactProps): JSX.Element {
  return (
    <p>
      <strong>{title}</strong>
      <span>{children}</span>
    </p>
  );
}

/** The lead introduces the names of the places, which the strip leaves out. */
function withoutColon(lead: string): string {
  return lead.replace(/\s*[:：]\s*$/u, '');
}

/** In CSS pixels. */
const SIZE = { width: 300, height: 58 } as const;

function StripTrend({ trend }: { readonly trend: Trend }): JSX.Element {
  const values = trend.points.map(({ value }) => value);
  const width = SIZE.width / CHART_SCALE;
  const height = SIZE.height / CHART_SCALE;
  const series = { trend: values, band: trend.band, state: 'usual' } as const;
  const operations = childTrend(series, panelAxis([series]), width, height);
  return (
    <div class="strip-trend">
      <SvgDrawing
        drawing={{ width, height, operations, alt: trend.description }}
        scale={CHART_SCALE}
        isNamed
      />
    </div>
  );
}
