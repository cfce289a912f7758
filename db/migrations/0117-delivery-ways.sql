-- How a farm's goods reach a kitchen besides by the parcels of a carrier, which every farm has: with its own van, by a market's
-- freight, or fetched at the farm. A way is never rewritten, only ended; the next one begins anew, so that an order keeps
-- what was agreed.
create table delivery_ways (
  id uuid primary key,
  farm_id uuid not null references farms,
  kind text not null check (kind in ('own_van', 'pickup', 'market')),
  name text not null check (char_length(name) between 1 and 40),
  prefectures text[] not null,
  postal_codes text[] not null,
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7),
  temperatures text[] not null
    check (cardinality(temperatures) > 0 and temperatures <@ array['ambient', 'chilled', 'frozen']),
  fee_yen integer not null check (fee_yen between 0 and 100000),
  free_from_yen integer check (free_from_yen between 1 and 10000000),
  lead_days smallint not null check (lead_days between 0 and 7),
  cutoff_hours smallint check (cutoff_hours between 0 and 168),
  hours text not null check (char_length(hours) <= 40),
  place text not null check (char_length(place) <= 100),
  created_at timestamptz not null,
  ended_at timestamptz,
  check (kind <> 'pickup' or (fee_yen = 0 and lead_days = 0 and place <> '')),
  check (kind <> 'own_van' or cardinality(prefectures) > 0)
);
comment on column delivery_ways.prefectures is 'JIS X 0401; empty: everywhere';
comment on column delivery_ways.postal_codes is 'beginnings of postal codes within the prefectures; empty: all of them';
comment on column delivery_ways.weekdays is 'on which it leaves the farm, or goods are fetched';
comment on column delivery_ways.fee_yen is 'without tax: of an order, of a market''s freight of each box';
comment on column delivery_ways.cutoff_hours is 'before packing; null: as the farm''s';
create index delivery_ways_farm on delivery_ways (farm_id) where ended_at is null;

create function refuse_rewriting_ways() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null or to_jsonb(new) - 'ended_at' <> to_jsonb(old) - 'ended_at' then
    raise exception 'a way of delivery is ended, not rewritten' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger delivery_ways_only_end before update or delete on delivery_ways
  for each row execute function refuse_rewriting_ways();

alter table cart_farms add column way_id uuid references delivery_ways;
comment on column cart_farms.way_id is 'null: parcels of a carrier';
create index cart_farms_way on cart_farms (way_id) where way_id is not null;

alter table orders
  add column way jsonb,
  add constraint orders_way_kind check (way is null or way->>'kind' in ('own_van', 'pickup', 'market'));
comment on column orders.way is 'as agreed when it was placed; null: parcels of a carrier';

create function keep_agreed_way() returns trigger language plpgsql as $$
begin
  raise exception 'an order keeps the way of delivery that was agreed' using errcode = '23514';
end $$;
create trigger orders_keep_way before update of way on orders for each row
  when (old.way is distinct from new.way) execute function keep_agreed_way();

create function track_parcel_by_way() returns trigger language plpgsql as $$
begin
  if exists (select from orders where id = new.order_id and way is not null) then new.tracked := false; end if;
  return new;
end $$;
create trigger parcels_by_way before insert on parcels for each row execute function track_parcel_by_way();
