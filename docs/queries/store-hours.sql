-- At which hours are the customers of one store least happy?
with choice as (select '2026-W34' as first_week, '2026-W46' as last_week, 41012 as folder)
select hours.survey, hours.weekday, hours.hour, sum(hours.responses) as responses,
  sum(hours.c0) as worst_button,
  1e0 * sum(hours.c1 + 2 * hours.c2 + 3 * hours.c3 + 4 * coalesce(hours.c4, 0))
    / sum(hours.responses) as mean_button
from choice
join hours on hours.folder = choice.folder
  and hours.week between choice.first_week and choice.last_week
group by hours.survey, hours.weekday, hours.hour
order by hours.survey, mean_button, hours.weekday, hours.hour
