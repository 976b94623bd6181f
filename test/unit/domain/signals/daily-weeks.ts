// Weeks by day as the vectors write them: `Monday.….Sunday`, `x` for a day outside the active periods, `*k` for k such weeks.
import type { DailyWeek } from '../../../../lib/domain/signals/silence.ts';

/** Groups of weeks are separated by `|`. */
export function parseDailyWeeks(text: string): readonly DailyWeek[] {
  return text.split('|').flatMap((group) => {
    const [days = '', times = '1'] = group.split('*');
    return Array.from({ length: Number(times) }, () => parseDailyWeek(days));
  });
}

function parseDailyWeek(text: string): DailyWeek {
  const days = text.split('.');
  return {
    responses: days.map((day) => (day === 'x' ? 0 : Number(day))),
    outside: days.map((day) => day === 'x'),
  };
}
