-- From its first file on, a run may be at the bank: it is cancelled only with the word that it is not.
alter table pay_runs
  add column file_at timestamptz,
  add check (file_at is null or released_at is not null);
comment on column pay_runs.file_at is 'when its first file for the bank was made';
update pay_runs r set file_at = e.at
  from (select data->>'runId' as run_id, min(at) as at from events where kind = 'pay_run_file_made' group by 1) e
 where e.run_id = r.id::text and r.sent_at is null;

-- The lists of deposits go on where a page ended.
create index bank_rows_newest on bank_rows (on_day desc, payment_id desc) where payment_id is not null;
