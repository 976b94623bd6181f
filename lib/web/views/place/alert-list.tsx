// The alerts of a place: the hours of the week in alarm, and each kind of alert.
import type { JSX } from 'preact';
import { alarmHours } from '../../../charts/alarm-hours.ts';
import type { AlertsView } from '../../../view/report-view.ts';
import { useLocalization } from '../../app-context.tsx';
import { FittedDrawing } from '../../ui/chart-drawing.tsx';
import { SectionHead } from './section-head.tsx';

interface AlertListProps {
  readonly alerts: AlertsView;
}

export function AlertList({ alerts }: AlertListProps): JSX.Element {
  const { title, note, summary, items, good } = alerts;
  const { formats } = useLocalization();
  return (
    <section class="alert-list">
      <SectionHead title={title} note={formats.sentences([summary, note])} />
      {alerts.strip.length > 0 && (
        <FittedDrawing draw={(width, typesetter) => alarmHours(alerts, width, typesetter)} />
      )}
      <ul>
        {items.map(({ name, detail, since, isOpen }) => (
          <li key={name} class={isOpen ? 'is-open' : undefined}>
            <span>
              <strong>{name}</strong> {detail}
            </span>
            {since !== '' && <span class="muted">{since}</span>}
          </li>
        ))}
      </ul>
      {good !== '' && <p class="muted">{good}</p>}
    </section>
  );
}
