-- Which ranks do the responses of each store allow, among all surveys with the same kind of index?
with choice as (select '2026-W46' as week, 41001 as folder),
surveys as (
  select weeks.*, folders.name as store
  from choice
  join folders on folders.week = choice.week
    and (folders.folder = choice.folder or contains(folders.path_keys, choice.folder))
  join weeks on weeks.week = folders.week and weeks.folder = folders.folder
  where weeks.score is not null
)
select a.index_type, a.feedback_scale, a.folder, a.store, a.survey, a.score, a.half_width,
  a.responses,
  1 + sum(case when b.score - a.score > sqrt(a.half_width * a.half_width
    + b.half_width * b.half_width) then 1 else 0 end) as rank_from,
  count(*) - sum(case when a.score - b.score > sqrt(a.half_width * a.half_width
    + b.half_width * b.half_width) then 1 else 0 end) as rank_to
from surveys a
join surveys b on b.index_type = a.index_type and b.feedback_scale = a.feedback_scale
group by a.index_type, a.feedback_scale, a.folder, a.store, a.survey, a.score, a.half_width,
  a.responses
order by a.index_type, a.feedback_scale, a.score desc, a.folder, a.survey
