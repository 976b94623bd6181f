-- How did the index of a folder and everything below it develop over 52 weeks?
with choice as (select '2025-W47' as first_week, '2026-W46' as last_week, 41003 as folder)
select f.week, f.week_start, f.index_type, f.feedback_scale, f.score, f.half_width, f.responses,
  f.surveys, f.state, f.was, f.since, f.lost, f.usual, f.lower, f.upper
from choice
join folder_weeks f on f.folder = choice.folder
  and f.week between choice.first_week and choice.last_week
order by f.index_type, f.feedback_scale, f.week
