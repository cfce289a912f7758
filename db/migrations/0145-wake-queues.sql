-- A job that is due when it is written wakes a worker, as one does that pg-boss writes itself: the channel is pg-boss's for the
-- schema "jobs" (its notifyChannelSql). Each queue was polled every other second, which was most of what an idle process did.
create or replace function queue_job() returns trigger language plpgsql as $$
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
  if new.due_at <= now() then
    perform pg_notify('pgboss_' || left(encode(sha224('jobs'::bytea), 'hex'), 24), queue_name);
  end if;
  return null;
end $$;

-- Scheduled jobs had a queue each; they are one queue now, and are scheduled anew when a worker starts.
delete from jobs.schedule;
select jobs.delete_queue(q.name) from jobs.queue q
 where q.name not like '\_\_%' and q.name not in ('undelivered', 'mail', 'push', 'line', 'sms', 'fax', 'webhook', 'schedule');
delete from jobs.job where name = '__pgboss__send-it';
