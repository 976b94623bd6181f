-- How many alerts began, went on and are still open in a week, and how long was each store in alarm?
with choice as (select '2026-W46' as week, 41001 as folder),
places as (
  select folders.week, folders.folder, folders.name
  from choice
  join folders on folders.week = choice.week
    and (folders.folder = choice.folder or contains(folders.path_keys, choice.folder))
),
counts as (
  select alerts.folder, sum(case when started then 1 else 0 end) as started,
    sum(case when started then 0 else 1 end) as carried_over,
    sum(case when end_utc is null then 1 else 0 end) as still_open
  from places join alerts on alerts.week = places.week and alerts.folder = places.folder
  group by alerts.folder
),
minutes as (
  select weeks.folder,
    sum(case when bad_minutes > 0 then 1 else 0 end) as bad_surveys,
    max(bad_minutes) as longest_bad_minutes,
    sum(case when good_minutes > 0 then 1 else 0 end) as good_surveys,
    max(good_minutes) as longest_good_minutes
  from places join weeks on weeks.week = places.week and weeks.folder = places.folder
  group by weeks.folder
)
select places.folder, places.name as store, counts.started, counts.carried_over,
  counts.still_open, minutes.bad_surveys, minutes.longest_bad_minutes, minutes.good_surveys,
  minutes.longest_good_minutes
from places
left join counts on counts.folder = places.folder
left join minutes on minutes.folder = places.folder
where counts.folder is not null or minutes.bad_surveys > 0 or minutes.good_surveys > 0
order by minutes.longest_bad_minutes desc nulls last, places.folder
