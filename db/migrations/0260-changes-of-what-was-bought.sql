-- What a restaurant buys is kept in memory, too: what its list of products is ordered by, what a kitchen usually orders, and the
-- totals of its months (docs/decisions/0121). Besides what 0220-changes-of-orders.sql announces: `bought:` with the restaurant (which
-- products it has ordered, how many, for how much), and `list:` also for days, kitchens and final totals.

create or replace function tell_of_changed_orders() returns trigger language plpgsql as $$
begin
  perform tell_orders('order', array(select id from changed));
  perform tell_orders('list', array(
    select unnest(array[o.restaurant_id, o.farm_id, c.restaurant_id, c.farm_id]) from before o join changed c using (id)
     where o.state <> c.state or o.placed_at <> c.placed_at
        or o.restaurant_id <> c.restaurant_id or o.farm_id <> c.farm_id
        or (o.kitchen_id, o.delivery_on, o.total_inc_yen, o.finalized_at, o.claim_id)
           is distinct from (c.kitchen_id, c.delivery_on, c.total_inc_yen, c.finalized_at, c.claim_id)
    except select null::uuid));
  return null;
end $$;

create function tell_of_lines() returns trigger language plpgsql as $$
begin
  perform tell_orders('order', array(select distinct order_id from changed));
  perform tell_orders('bought', array(select distinct restaurant_id from changed));
  return null;
end $$;
create function tell_of_changed_lines() returns trigger language plpgsql as $$
begin
  perform tell_orders('order', array(select order_id from before union select order_id from changed));
  perform tell_orders('bought', array(
    select unnest(array[o.restaurant_id, c.restaurant_id]) from before o join changed c using (id)
     where (o.restaurant_id, o.order_id, o.product_id, o.ordered_qty, o.price_yen, o.substitute_for)
           is distinct from (c.restaurant_id, c.order_id, c.product_id, c.ordered_qty, c.price_yen, c.substitute_for)
    except select null::uuid));
  return null;
end $$;
drop trigger order_lines_of_order_added on order_lines;
drop trigger order_lines_of_order on order_lines;
drop trigger order_lines_of_order_gone on order_lines;
create trigger order_lines_of_order_added after insert on order_lines referencing new table as changed
  for each statement execute function tell_of_lines();
create trigger order_lines_of_order after update on order_lines referencing old table as before new table as changed
  for each statement execute function tell_of_changed_lines();
create trigger order_lines_of_order_gone after delete on order_lines referencing old table as changed
  for each statement execute function tell_of_lines();
