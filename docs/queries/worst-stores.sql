-- Which stores had the lowest index of happy customers in a week?
with choice as (select '2026-W46' as week, 41001 as folder)
select weeks.folder, folders.name as store, weeks.survey, weeks.question_name,
  weeks.score, weeks.half_width, weeks.responses, weeks.state, weeks.was, weeks.since, weeks.lost
from choice
join folders on folders.week = choice.week
  and (folders.folder = choice.folder or contains(folders.path_keys, choice.folder))
join weeks on weeks.week = folders.week and weeks.folder = folders.folder
where weeks.index_type = 'HAPPY' and weeks.responses >= 10
order by weeks.score, weeks.folder, weeks.survey
limit 20
