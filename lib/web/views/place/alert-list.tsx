// The alerts of a place: the hours of the week in alarm, and each kind of alert.
import type { JSX } from 'preact';
import { alarmHours } from '../../../charts/alarm-hours.ts';
import type { AlertsView } from '../../../view/report-view.ts';
import { FittedDrawing } from '../../ui/chart-drawing.tsx';
import { SectionHead } from './section-head.tsx';

interface AlertListProps {
  readonly alerts: AlertsView;
}

export function AlertList({ alerts }: AlertListProps): JSX.Element {
  const { title, note, summary, items, good } = alerts;
  const beside = [summary, note].filter((text) => text !== '').join(' · ');
  return (
    <section class="alert-list">
      <SectionHead title={title} note={beside} />
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
