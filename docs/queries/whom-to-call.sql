-- Which surveys does the report of a folder list as needing attention, or as better than usual?
with choice as (select '2026-W46' as week, 41001 as folder),
surveys as (
  select weeks.*, folders.name as store
  from choice
  join folders on folders.week = choice.week
    and (folders.folder = choice.folder or contains(folders.path_keys, choice.folder))
  join weeks on weeks.week = folders.week and weeks.folder = folders.folder
),
-- At most a tenth of what is listed is expected to be random variation (Benjamini-Hochberg).
tests as (select count(p) as of_index, count(volume_p) as of_volume from surveys),
deviations as (
  select coalesce(p, 1) as p, row_number() over (order by coalesce(p, 1)) as place
  from surveys where verdict in ('worse', 'better')
),
low_volumes as (
  select coalesce(volume_p, 1) as p, row_number() over (order by coalesce(volume_p, 1)) as place
  from surveys where volume_verdict = 'low'
),
limits as (
  select
    (select max(p) from deviations cross join tests where p <= 0.1e0 * place / of_index) as index_p,
    (select max(p) from low_volumes cross join tests where p <= 0.1e0 * place / of_volume)
      as volume_p
),
reasons as (
  select folder, survey, verdict as kind, case verdict when 'worse' then 1 else 5 end as gravity,
    abs(lost) as impact
  from surveys
  where verdict in ('worse', 'better') and coalesce(p, 1) <= (select index_p from limits)
  union all
  select folder, survey, 'inAlarm', 2, bad_minutes / 60 from surveys where bad_minutes >= 24 * 60
  union all
  select folder, survey, 'silent', 3, silence_expected from surveys where silence_days is not null
  union all
  select folder, survey, 'volumeLow', 4, volume_usual - responses
  from surveys
  where volume_verdict = 'low' and coalesce(volume_p, 1) <= (select volume_p from limits)
),
gravest as (
  select reasons.*, row_number() over (partition by survey order by gravity, impact desc) as place
  from reasons
)
select gravest.kind, surveys.folder, surveys.store, surveys.survey, surveys.question_name,
  surveys.index, surveys.usual, surveys.lower, surveys.upper, surveys.since, surveys.weeks,
  surveys.lost, surveys.responses, surveys.volume_usual, surveys.bad_minutes,
  surveys.silence_from_day, surveys.silence_days, surveys.silence_expected
from gravest
join surveys on surveys.folder = gravest.folder and surveys.survey = gravest.survey
where gravest.place = 1
order by gravest.gravity, gravest.impact desc, surveys.survey, surveys.folder
