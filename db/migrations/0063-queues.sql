-- What is to be sent is a job of pg-boss, in the transaction that makes its row due (docs/decisions/0060). The job has the id of
-- the row; the settings of its queue are in app/infra/db/queues.server.ts.

create function queue_job() returns trigger language plpgsql as $$
declare
  queue_name text;
begin
  if tg_nargs > 0 then queue_name := tg_argv[0]; else queue_name := new.channel; end if;
  insert into jobs.job (id, name, start_after, keep_until, retry_count, retry_limit, retry_delay, retry_backoff, retry_delay_max,
                        expire_seconds, deletion_seconds, heartbeat_seconds, policy, dead_letter)
  select new.id, q.name, new.due_at, greatest(new.due_at, now()) + make_interval(secs => q.retention_seconds), new.tries,
         q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
         q.expire_seconds, q.deletion_seconds, q.heartbeat_seconds, q.policy, q.dead_letter
    from jobs.queue q where q.name = queue_name
  -- it is sent again, or later: the job begins anew, with as many tries as the row says
  on conflict (name, id) do update
     set state = 'created', start_after = excluded.start_after, keep_until = excluded.keep_until,
         retry_count = excluded.retry_count, created_on = now(),
         started_on = null, heartbeat_on = null, completed_on = null, output = null;
  if not found then raise exception 'there is no queue %', queue_name; end if;
  return null;
end $$;

create trigger mails_queue after insert or update of due_at on mails
  for each row when (new.due_at is not null) execute function queue_job('mail');
-- the mail of the morning gathers what has the channel "mail"
create trigger notification_deliveries_queue after insert or update of due_at on notification_deliveries
  for each row when (new.due_at is not null and new.channel <> 'mail') execute function queue_job();
create trigger webhook_deliveries_queue after insert or update of due_at on webhook_deliveries
  for each row when (new.due_at is not null) execute function queue_job('webhook');

-- what waits already
update mails set due_at = due_at where due_at is not null;
update notification_deliveries set due_at = due_at where due_at is not null and channel <> 'mail';
update webhook_deliveries set due_at = due_at where due_at is not null;

comment on column mails.due_at is 'since when it is to be sent; null once it is over';
comment on column notification_deliveries.due_at is 'since when it is to be sent; null once it is over';
comment on column webhook_deliveries.due_at is 'since when it is to be sent; null once it is over';

-- nobody looks for what is due any more, except for the mail of the morning
drop index mails_due;
drop index webhook_deliveries_due;
drop index notification_deliveries_due;
create index notification_deliveries_digest on notification_deliveries (due_at) where due_at is not null and channel = 'mail';
