-- Where the parcels are: what carriers, or staff who looked it up, say of each. Never rewritten; the same statement twice is
-- one row, and one that arrives late does not move a parcel back.
create table parcel_events (
  id bigint generated always as identity primary key,
  parcel_id uuid not null references parcels,
  state text not null check (state in ('unknown', 'handed_over', 'in_transit', 'checking', 'waiting', 'out_for_delivery', 'failed_attempt', 'returned', 'delivered')),
  words text not null check (char_length(words) between 1 and 100),
  place text not null default '' check (char_length(place) <= 100),
  at timestamptz not null,
  source text not null check (source in ('poll', 'webhook', 'staff')),
  key text not null check (char_length(key) between 8 and 200),
  received_at timestamptz not null,
  unique (parcel_id, key)
);
comment on column parcel_events.at is 'when it happened, as the carrier says; received_at: when we were told';
create trigger parcel_events_append_only before update or delete on parcel_events for each row execute function refuse_rewriting_history();

alter table parcels
  add column tracked_state text check (tracked_state in ('handed_over', 'in_transit', 'checking', 'waiting', 'out_for_delivery', 'failed_attempt', 'returned', 'delivered')),
  add column tracked_words text,
  add column tracked_place text,
  add column tracked_at timestamptz,
  add constraint parcels_tracked check (num_nulls(tracked_state, tracked_words, tracked_place, tracked_at) in (0, 4));
comment on column parcels.tracked_state is 'of the latest of its parcel_events by their own time; null: nothing is known';

-- Of two at the same minute the one further on counts. Words that we do not know are shown in the history only.
create function put_event_on_parcel() returns trigger language plpgsql as $$
declare
  ranks constant text[] := array['handed_over', 'in_transit', 'checking', 'waiting', 'out_for_delivery', 'failed_attempt', 'returned', 'delivered'];
begin
  update parcels set tracked_state = new.state, tracked_words = new.words, tracked_place = new.place, tracked_at = new.at
   where id = new.parcel_id and new.state <> 'unknown'
     and (tracked_at is null or (tracked_at, array_position(ranks, tracked_state)) < (new.at, array_position(ranks, new.state)));
  return null;
end $$;
create trigger parcel_events_to_parcel after insert on parcel_events for each row execute function put_event_on_parcel();

-- Which parcels are on the road, and when their carrier is asked next.
create table parcel_watches (
  parcel_id uuid primary key references parcels,
  ask_at timestamptz,
  asked_at timestamptz,
  since timestamptz not null
);
comment on column parcel_watches.ask_at is 'null: it has arrived, came back, or is no longer asked about';
create index parcel_watches_ask on parcel_watches (ask_at) where ask_at is not null;

create function watch_parcel() returns trigger language plpgsql as $$
begin
  insert into parcel_watches (parcel_id, ask_at, since) values (new.id, new.shipped_at + interval '3 hours', new.shipped_at)
  on conflict do nothing;
  return null;
end $$;
create trigger parcels_watched after update of tracking_number, shipped_at on parcels for each row
  when (new.tracking_number is not null and new.carrier is not null and new.shipped_at is not null) execute function watch_parcel();

insert into parcel_watches (parcel_id, ask_at, since)
select p.id, p.shipped_at + interval '3 hours', p.shipped_at from parcels p join orders o on o.id = p.order_id
 where o.state in ('partly_shipped', 'shipped') and p.tracking_number is not null and p.carrier is not null and p.shipped_at is not null;

-- What both sides and staff were told of a parcel: once per parcel and case.
create table parcel_cases (
  parcel_id uuid not null references parcels,
  kind text not null check (kind in ('late', 'returned')),
  order_id uuid not null references orders,
  at timestamptz not null,
  primary key (parcel_id, kind)
);
create index parcel_cases_order on parcel_cases (order_id);
create trigger parcel_cases_append_only before update or delete on parcel_cases for each row execute function refuse_rewriting_history();
create index parcels_returned on parcels (order_id) where tracked_state = 'returned';
