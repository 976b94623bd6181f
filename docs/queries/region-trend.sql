-- How did the index of a folder and everything below it develop over 52 weeks?
with choice as (select '2025-W47' as first_week, '2026-W46' as last_week, 41003 as folder)
select groups.week, groups.index_type, groups.feedback_scale, groups.index, groups.half_width,
  groups.responses, groups.surveys, groups.usual, groups.lower, groups.upper, groups.verdict
from choice
join groups on groups.folder = choice.folder
  and groups.week between choice.first_week and choice.last_week
order by groups.index_type, groups.feedback_scale, groups.week
