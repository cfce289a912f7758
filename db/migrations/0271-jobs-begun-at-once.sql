-- A scheduled job can be begun before its minute, when the transaction ends: the row of pg-boss and its wake-up, as for the
-- other queues (migration 0145).
create function begin_job(job text) returns void language plpgsql as $$
begin
  insert into jobs.job (name, data, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
                        deletion_seconds, heartbeat_seconds, policy, dead_letter)
  select q.name, jsonb_build_object('job', job), now() + make_interval(secs => q.retention_seconds), q.retry_limit,
         q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds, q.heartbeat_seconds, q.policy,
         q.dead_letter
    from jobs.queue q where q.name = 'schedule';
  if not found then raise exception 'there is no queue schedule'; end if;
  perform pg_notify('pgboss_' || left(encode(sha224('jobs'::bytea), 'hex'), 24), 'schedule');
end $$;
