-- Scheduled jobs (app/jobs.ts) that failed when they ran last, until they succeed: the queue forgets its jobs after an hour.
create table failed_jobs (
  job text primary key,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null check (times > 0),
  reason text not null check (char_length(reason) <= 500)
);
comment on column failed_jobs.times is 'attempts that failed since it succeeded last, those repeated by the queue included';
