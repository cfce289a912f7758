-- What open pages are told of at once. A row is written where a thing happens; it gets its number as its transaction
-- commits, one transaction after the other, so that whoever has read up to a number has missed nothing below it.

create table live_events (
  id bigint generated always as identity primary key,
  seq bigint unique,
  at timestamptz not null default clock_timestamp(),
  rooms text[] not null check (cardinality(rooms) > 0),
  kind text not null check (kind <> ''),
  -- what it is about, so that one transaction says a thing once
  about uuid,
  data jsonb not null
);
create index live_events_unnumbered on live_events (about, kind) where seq is null;
comment on column live_events.seq is 'null until its transaction commits';
create sequence live_events_seq;

-- NOTIFY makes commits wait for one another anyway; the lock is held from here to the end of the commit, no longer.
create function number_live_event() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(5021041);
  update live_events set seq = nextval('live_events_seq'), at = clock_timestamp() where id = new.id;
  perform pg_notify('live', '');
  return null;
end $$;
create constraint trigger live_events_numbered after insert on live_events
  deferrable initially deferred for each row execute function number_live_event();

-- Who may look has changed: whoever holds a stream open asks again whether it may stay so.
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_doors', 'session:' || translate(encode(old.id_hash, 'base64'), '+/=', '-_'));
  return null;
end $$;
create trigger sessions_told_ended after delete on sessions for each row execute function tell_session_ended();
create function tell_token_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_doors', 'session:' || translate(encode(old.hash, 'base64'), '+/=', '-_'));
  return null;
end $$;
create trigger api_tokens_told_ended after delete on api_tokens for each row execute function tell_token_ended();

create function tell_person_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_doors', 'person:' || old.id);
  return null;
end $$;
create trigger people_told_changed after update of suspended_at, closed_at on people
  for each row when (old.suspended_at is distinct from new.suspended_at or old.closed_at is distinct from new.closed_at)
  execute function tell_person_changed();

create function tell_membership_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_doors', 'person:' || old.person_id);
  return null;
end $$;
create trigger memberships_told_changed after update or delete on memberships
  for each row execute function tell_membership_changed();
create trigger sessions_told_moved after update of membership_id on sessions
  for each row when (old.membership_id is distinct from new.membership_id) execute function tell_session_ended();
create function tell_admin_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_doors', 'admin:' || old.id);
  return null;
end $$;
create trigger admins_told_changed after update of disabled_at on admins
  for each row when (old.disabled_at is distinct from new.disabled_at) execute function tell_admin_changed();
