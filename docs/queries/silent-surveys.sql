-- Which terminals were silent on days on which customers usually press?
with choice as (select '2026-W46' as week, 41001 as folder)
select weeks.folder, folders.name as store, weeks.survey, weeks.question_name,
  weeks.silence_from_weekday as from_weekday, weeks.silence_days, weeks.silence_weeks,
  weeks.silence_ongoing, weeks.silence_expected as expected_responses, weeks.responses
from choice
join folders on folders.week = choice.week
  and (folders.folder = choice.folder or contains(folders.path_keys, choice.folder))
join weeks on weeks.week = folders.week and weeks.folder = folders.folder
where weeks.silence_days is not null
order by expected_responses desc, weeks.folder, weeks.survey
