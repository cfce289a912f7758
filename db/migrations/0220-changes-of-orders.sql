-- Orders as lists show them are kept in memory (docs/decisions/0111). Every change of what they read is announced in its own
-- transaction: `order:` (its row, lines, parcels, claims and place on a run), `farm:` and `restaurant:` (the parties as
-- orders name them), `list:` with either (which orders it has, in which states), `everything`.

create function tell_orders(kind text, ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(ids) > 200 then perform pg_notify('orders', 'everything');
  else perform pg_notify('orders', kind || ':' || id) from unnest(ids) id;
  end if;
end $$;

create function tell_of_new_orders() returns trigger language plpgsql as $$
begin
  perform tell_orders('list', array(select restaurant_id from changed union select farm_id from changed));
  return null;
end $$;
create trigger orders_told_added after insert on orders referencing new table as changed
  for each statement execute function tell_of_new_orders();

create function tell_of_gone_orders() returns trigger language plpgsql as $$
begin
  perform tell_orders('order', array(select id from changed));
  perform tell_orders('list', array(select restaurant_id from changed union select farm_id from changed));
  return null;
end $$;
create trigger orders_told_gone after delete on orders referencing old table as changed
  for each statement execute function tell_of_gone_orders();

create function tell_of_changed_orders() returns trigger language plpgsql as $$
begin
  perform tell_orders('order', array(select id from changed));
  perform tell_orders('list', array(
    select unnest(array[o.restaurant_id, o.farm_id, c.restaurant_id, c.farm_id]) from before o join changed c using (id)
     where o.state <> c.state or o.placed_at <> c.placed_at
        or o.restaurant_id <> c.restaurant_id or o.farm_id <> c.farm_id
    except select null::uuid));
  return null;
end $$;
create trigger orders_told after update on orders referencing old table as before new table as changed
  for each statement execute function tell_of_changed_orders();

-- Rows with an order_id.
create function tell_of_their_orders() returns trigger language plpgsql as $$
begin
  perform tell_orders('order', array(select distinct order_id from changed));
  return null;
end $$;
create function tell_of_both_orders() returns trigger language plpgsql as $$
begin
  perform tell_orders('order', array(select order_id from before union select order_id from changed));
  return null;
end $$;
create trigger order_lines_of_order_added after insert on order_lines referencing new table as changed
  for each statement execute function tell_of_their_orders();
create trigger order_lines_of_order after update on order_lines referencing old table as before new table as changed
  for each statement execute function tell_of_both_orders();
create trigger order_lines_of_order_gone after delete on order_lines referencing old table as changed
  for each statement execute function tell_of_their_orders();
create trigger parcels_of_order_added after insert on parcels referencing new table as changed
  for each statement execute function tell_of_their_orders();
create trigger parcels_of_order after update on parcels referencing old table as before new table as changed
  for each statement execute function tell_of_both_orders();
create trigger parcels_of_order_gone after delete on parcels referencing old table as changed
  for each statement execute function tell_of_their_orders();
create trigger claims_of_order_added after insert on claims referencing new table as changed
  for each statement execute function tell_of_their_orders();
create trigger claims_of_order after update on claims referencing old table as before new table as changed
  for each statement execute function tell_of_both_orders();
create trigger claims_of_order_gone after delete on claims referencing old table as changed
  for each statement execute function tell_of_their_orders();
create trigger run_orders_of_order_added after insert on run_orders referencing new table as changed
  for each statement execute function tell_of_their_orders();
create trigger run_orders_of_order after update on run_orders referencing old table as before new table as changed
  for each statement execute function tell_of_both_orders();
create trigger run_orders_of_order_gone after delete on run_orders referencing old table as changed
  for each statement execute function tell_of_their_orders();

-- What lies in a parcel. Of a parcel that is deleted with its lines the parcel itself is announced.
create function tell_of_parcel_lines() returns trigger language plpgsql as $$
begin
  perform tell_orders('order', array(
    select distinct p.order_id from changed c join parcels p on p.id = c.parcel_id));
  return null;
end $$;
create trigger parcel_lines_of_order_added after insert on parcel_lines referencing new table as changed
  for each statement execute function tell_of_parcel_lines();
create trigger parcel_lines_of_order after update on parcel_lines referencing new table as changed
  for each statement execute function tell_of_parcel_lines();
create trigger parcel_lines_of_order_gone after delete on parcel_lines referencing old table as changed
  for each statement execute function tell_of_parcel_lines();

create function tell_orders_of_farm() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', 'farm:' || new.id);
  return null;
end $$;
create trigger farms_told_orders after update on farms for each row
  when ((old.name, old.crest, old.place, old.phone, old.picture)
    is distinct from (new.name, new.crest, new.place, new.phone, new.picture))
  execute function tell_orders_of_farm();

create function tell_orders_of_restaurant() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', 'restaurant:' || new.id);
  return null;
end $$;
create trigger restaurants_told_orders after update on restaurants for each row
  when ((old.name, old.crest, old.logo) is distinct from (new.name, new.crest, new.logo))
  execute function tell_orders_of_restaurant();
create function tell_orders_of_kitchen() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', 'restaurant:' || new.restaurant_id);
  return null;
end $$;
create trigger kitchens_told_orders after update on kitchens for each row
  when (old.receiving_note is distinct from new.receiving_note) execute function tell_orders_of_kitchen();

-- The name of a run, its places and its farms change seldom, and concern many orders.
create function tell_all_orders() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', 'everything');
  return null;
end $$;
create trigger runs_told_orders after update on runs for each row
  when (old.name <> new.name) execute function tell_all_orders();
create trigger run_stops_told_orders after insert or update or delete on run_stops
  for each statement execute function tell_all_orders();
create trigger run_farms_told_orders after insert or update or delete on run_farms
  for each statement execute function tell_all_orders();
create trigger purchases_told_orders after update of number on purchases
  for each statement execute function tell_all_orders();
