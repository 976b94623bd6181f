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
scores as (
  select sums.*,
    case index_type
      when 'HAPPY' then 100e0 * points / (best * nullif(responses, 0))
      when 'AVERAGE' then 1 + 1e0 * points / nullif(responses, 0)
      when 'NPS' then 100e0 * net / nullif(responses, 0)
    end as score,
    case index_type
      when 'HAPPY' then 100e0 * previous_points / (best * nullif(previous_responses, 0))
      when 'AVERAGE' then 1 + 1e0 * previous_points / nullif(previous_responses, 0)
      when 'NPS' then 100e0 * previous_net / nullif(previous_responses, 0)
    end as previous_score
  from sums
)
select scores.index_type, scores.feedback_scale, scores.surveys,
  scores.responses, scores.previous_responses,
  scores.score, scores.previous_score, scores.score - scores.previous_score as change,
  f.half_width, f.change_is_clear, f.state, f.was, f.basis, f.since, f.lost, f.usual, f.lower,
  f.upper
from scores
cross join choice
left join folder_weeks f on f.week = choice.week and f.folder = choice.folder
  and f.index_type = scores.index_type and f.feedback_scale = scores.feedback_scale
order by scores.responses desc, scores.index_type, scores.feedback_scale
