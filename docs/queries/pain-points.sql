-- What do customers of a folder and everything below it name as reasons, and how often?
with choice as (select '2026-W46' as week, 41001 as folder),
options as (
  select follow_ups.*
  from choice
  join folders on folders.week = choice.week
    and (folders.folder = choice.folder or contains(folders.path_keys, choice.folder))
  join follow_ups on follow_ups.week = folders.week and follow_ups.folder = folders.folder
)
select kind, option, min(name) as name, sum(responses) as responses,
  1e0 * sum(responses) / nullif(sum(sum(responses)) over (partition by kind), 0) as share,
  sum(previous_responses) as previous_responses,
  1e0 * sum(previous_responses) / nullif(sum(sum(previous_responses)) over (partition by kind), 0)
    as previous_share
from options
group by kind, option
having sum(responses) > 0 or sum(previous_responses) > 0
order by kind desc, responses desc, option
