// A survey in the list of a folder. The whole row is a link to its place.
import type { JSX } from 'preact';
import { rowTrend } from '../../../charts/row-trend.ts';
import type { PlaceState, Row } from '../../../view/report-view.ts';
import type { NothingLeft, RowOf } from '../../../view/view-parts.ts';
import { useLocalization } from '../../app-context.tsx';
import type { ReportRoute } from '../../routes.ts';
import { CHART_SCALE, SvgDrawing } from '../../ui/chart-drawing.tsx';
import { ViewLink } from '../../ui/controls.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';

interface ListRowProps {
  readonly row: RowOf<'page'>;
  /** That of the list, without a folder: the place opens beside the same list. */
  readonly route: ReportRoute;
  /** Open in the panel. */
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (folder: number) => void;
  /** Whether the user may say that they are on it. */
  readonly canTake: boolean;
}

export function ListRow({
  row,
  route,
  isOpen,
  isSelected,
  onSelect,
  canTake,
}: ListRowProps): JSX.Element {
  const { page } = useLocalization();
  const { folder, state, name, suffix, path, now, was, compared, change, ...cells } = row;
  const { own, reason, briefReason, trend, level, responsesText, owner, ...noted } = cells;
  const { note, noteSignature, ...others } = noted;
  others satisfies NothingLeft;
  const title = suffix === '' ? name : `${name} · ${suffix}`;
  return (
    <div role="row" class={rowClass(state, isOpen)}>
      <span role="cell" class="cell-select">
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={page.list.select({ name: title })}
          onChange={() => {
            onSelect(folder);
          }}
        />
      </span>
      <span role="cell" class="cell-glyph">
        <StateGlyph state={state} />
      </span>
      <span role="rowheader" class="cell-name" title={path === '' ? title : `${title} · ${path}`}>
        <ViewLink view={{ ...route, folder }} isCurrent={isOpen}>
          <bdi>{name}</bdi>
          {suffix !== '' && <span class="suffix">{` · ${suffix}`}</span>}
        </ViewLink>
        <bdi class="row-path">{path}</bdi>
      </span>
      <span role="cell" class="cell-now">
        {now}
      </span>
      <span role="cell" class="cell-was">
        <span class="only-full">{was}</span>
        <span class="only-narrow">{compared}</span>
      </span>
      <span role="cell" class="cell-change">
        {change}
      </span>
      <span role="cell" class="cell-chart">
        <RowChart row={{ trend, level, state }} />
      </span>
      <span role="cell" class="cell-why">
        <Reason row={{ reason, briefReason, note, noteSignature, own }} />
      </span>
      <span role="cell" class="cell-responses">
        {responsesText}
      </span>
      <span role="cell" class="cell-owner" title={owner?.text}>
        {owner !== null && (
          <>
            <span class="only-full">{owner.name}</span>
            <span class="only-narrow">{owner.text}</span>
          </>
        )}
        {owner === null && canTake && TAKEN_STATES.includes(state) && (
          <TakeLink route={{ ...route, folder, panel: 'owner' }} name={title} />
        )}
      </span>
    </div>
  );
}

/** Something has to be done there. */
const TAKEN_STATES: readonly PlaceState[] = ['new', 'noSignal', 'still'];

interface TakeLinkProps {
  readonly route: ReportRoute;
  readonly name: string;
}

function TakeLink({ route, name }: TakeLinkProps): JSX.Element {
  const { page } = useLocalization();
  const action = page.notes.takeOn;
  return (
    <ViewLink view={route} label={page.subscriptions.actionFor({ action, what: name })}>
      {action}
    </ViewLink>
  );
}

function rowClass(state: PlaceState, isOpen: boolean): string {
  return `list-row is-${state}${isSlim(state) ? ' is-slim' : ''}${isOpen ? ' is-open' : ''}`;
}

/** Whether nothing is told about a place in this state that would need attention. */
export function isSlim(state: PlaceState): boolean {
  return state === 'usual' || state === 'few' || state === 'unknown';
}

/** In CSS pixels. */
const CHART = { width: 128, height: 26, quietHeight: 22 } as const;

function RowChart({ row }: { readonly row: Pick<Row, 'trend' | 'level' | 'state'> }): JSX.Element {
  const height = row.state === 'usual' ? CHART.quietHeight : CHART.height;
  const size = { width: CHART.width / CHART_SCALE, height: height / CHART_SCALE };
  const operations = rowTrend(row, size.width, size.height);
  return (
    <SvgDrawing drawing={{ ...size, alt: '', operations }} scale={CHART_SCALE} isNamed={false} />
  );
}

interface ReasonProps {
  readonly row: Pick<Row, 'reason' | 'briefReason' | 'note' | 'noteSignature' | 'own'>;
}

function Reason({
  row: { reason, briefReason, note, noteSignature, own },
}: ReasonProps): JSX.Element {
  const withOwn = (text: string): string =>
    own === '' || text.includes(own) ? text : `${own} · ${text}`;
  return (
    <>
      <span class="only-full" title={reason}>
        {withOwn(reason)}
        {note !== '' && (
          <q class="row-note" title={noteSignature}>
            {note}
          </q>
        )}
      </span>
      <span class="only-narrow">{withOwn(briefReason)}</span>
    </>
  );
}
