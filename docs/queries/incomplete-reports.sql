-- Which reports of a week lack data, and why?
with choice as (select '2026-W46' as week)
select folders.folder, folders.name, folders.status, folders.revision, folders.as_of,
  problems.survey, problems.code, problems.missing, problems.message
from choice
join folders on folders.week = choice.week
left join problems on problems.week = folders.week and problems.folder = folders.folder
where folders.status = 'partial' or problems.code is not null
order by folders.depth, folders.folder, problems.survey, problems.code
