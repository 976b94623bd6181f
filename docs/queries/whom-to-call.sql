-- Which places are silent, new low, still low, in alarm or better, by their own earlier weeks, and since when?
with choice as (select '2026-W46' as week, 41001 as folder),
places as (
  select weeks.*, folders.name as store,
    case
      when weeks.state in ('silent', 'new', 'still') then weeks.state
      when weeks.volume_verdict = 'low' and not weeks.volume_as_last_year then 'volumeLow'
      when weeks.bad_minutes >= 24 * 60 then 'inAlarm'
      when weeks.state in ('recovered', 'better') then weeks.state
    end as finding
  from choice
  join folders on folders.week = choice.week
    and (folders.folder = choice.folder or contains(folders.path_keys, choice.folder))
  join weeks on weeks.week = folders.week and weeks.folder = folders.folder
),
sections as (
  select places.*,
    case finding when 'new' then 1 when 'silent' then 2 when 'volumeLow' then 3 when 'still' then 4
      when 'inAlarm' then 5 when 'recovered' then 6 else 7 end as section,
    case finding when 'silent' then silence_expected when 'volumeLow' then volume_usual - responses
      when 'inAlarm' then bad_minutes / 60 when 'recovered' then difference
      when 'better' then difference else lost end as impact
  from places
  where finding is not null
)
select finding, folder, store, survey, question_name, score, was, basis, since, weeks, low_weeks,
  lost, reason, reason_name, reason_weekday, reason_from_hour, responses, four_weeks_score,
  four_weeks_responses, volume_usual, bad_minutes, silence_from_weekday, silence_days,
  silence_weeks, silence_expected
from sections
order by section, impact desc, survey, folder
