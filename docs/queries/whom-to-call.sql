-- Which surveys need attention in a week, the gravest first?
with choice as (select '2026-W46' as week, 41001 as folder)
select weeks.folder, folders.name as store, weeks.survey, weeks.question_name,
  weeks.verdict, weeks.index, weeks.usual, weeks.lost, weeks.since,
  weeks.bad_minutes / 60 as hours_in_alarm, weeks.silence_days, weeks.volume_verdict
from choice
join folders on folders.week = choice.week
  and (folders.folder = choice.folder or contains(folders.path_keys, choice.folder))
join weeks on weeks.week = folders.week and weeks.folder = folders.folder
where weeks.verdict = 'worse' or weeks.bad_minutes >= 24 * 60
  or weeks.silence_days is not null or weeks.volume_verdict = 'low'
order by case when weeks.verdict = 'worse' then 0 else 1 end, weeks.lost desc nulls last,
  weeks.bad_minutes desc nulls last, weeks.folder, weeks.survey
