-- What are the figures of a folder and everything below it in a week, from the presses of its surveys?
with choice as (select '2026-W46' as week, 41003 as folder),
surveys as (
  select weeks.*, case when weeks.feedback_scale = 'FOUR' then 3 else 4 end as best
  from choice
  join folders on folders.week = choice.week
    and (folders.folder = choice.folder or contains(folders.path_keys, choice.folder))
  join weeks on weeks.week = folders.week and weeks.folder = folders.folder
),
sums as (
  select index_type, feedback_scale, best, count(*) as surveys,
    sum(responses) as responses, sum(previous_responses) as previous_responses,
    sum(c1 + 2 * c2 + 3 * c3 + 4 * coalesce(c4, 0)) as points,
    sum(previous_c1 + 2 * previous_c2 + 3 * previous_c3 + 4 * coalesce(previous_c4, 0))
      as previous_points,
    sum(case when best = 4 then c4 - c2 - c1 - c0 else c3 - c1 - c0 end) as net,
    sum(case when best = 4 then previous_c4 - previous_c2 - previous_c1 - previous_c0
      else previous_c3 - previous_c1 - previous_c0 end) as previous_net
  from surveys
  group by index_type, feedback_scale, best
),
indexes as (
  select sums.*,
    case index_type
      when 'HAPPY' then 100e0 * points / (best * nullif(responses, 0))
      when 'AVERAGE' then 1 + 1e0 * points / nullif(responses, 0)
      when 'NPS' then 100e0 * net / nullif(responses, 0)
    end as index,
    case index_type
      when 'HAPPY' then 100e0 * previous_points / (best * nullif(previous_responses, 0))
      when 'AVERAGE' then 1 + 1e0 * previous_points / nullif(previous_responses, 0)
      when 'NPS' then 100e0 * previous_net / nullif(previous_responses, 0)
    end as previous_index
  from sums
)
select indexes.index_type, indexes.feedback_scale, indexes.surveys,
  indexes.responses, indexes.previous_responses,
  indexes.index, indexes.previous_index, indexes.index - indexes.previous_index as change,
  groups.half_width, groups.change_is_clear, groups.verdict, groups.usual, groups.lower,
  groups.upper, groups.lost
from indexes
cross join choice
left join groups on groups.week = choice.week and groups.folder = choice.folder
  and groups.index_type = indexes.index_type and groups.feedback_scale = indexes.feedback_scale
order by indexes.responses desc, indexes.index_type, indexes.feedback_scale
