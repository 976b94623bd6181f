-- Which stores were in alarm for how many minutes of a week?
with choice as (select '2026-W46' as week, 41001 as folder)
select weeks.folder, folders.name as store, sum(weeks.bad_minutes) as bad_minutes,
  sum(weeks.good_minutes) as good_minutes
from choice
join folders on folders.week = choice.week
  and (folders.folder = choice.folder or contains(folders.path_keys, choice.folder))
join weeks on weeks.week = folders.week and weeks.folder = folders.folder
group by weeks.folder, folders.name
having sum(weeks.bad_minutes) > 0 or sum(weeks.good_minutes) > 0
order by bad_minutes desc, good_minutes desc, weeks.folder
