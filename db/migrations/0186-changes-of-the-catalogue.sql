-- What lists and pages of products show is kept in memory (docs/decisions/0097). Every change of what they read is
-- announced in its own transaction: `product:`, `farm:`, `restaurant:` (its prices), `person:` (favourites), `search`
-- (which products a list has, in which order and how many), `everything`.

create function tell_catalogue(kind text, ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(ids) > 200 then perform pg_notify('catalogue', 'everything');
  else perform pg_notify('catalogue', kind || ':' || id) from unnest(ids) id;
  end if;
end $$;

create function tell_catalogue_everything() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', 'everything');
  return null;
end $$;

-- Rows with a product_id.
create function tell_of_products() returns trigger language plpgsql as $$
begin
  perform tell_catalogue('product', array(select distinct product_id from changed));
  return null;
end $$;
create trigger product_stock_told_added after insert on product_stock referencing new table as changed
  for each statement execute function tell_of_products();
create trigger product_stock_told after update on product_stock referencing new table as changed
  for each statement execute function tell_of_products();
create trigger product_stars_told_added after insert on product_stars referencing new table as changed
  for each statement execute function tell_of_products();
create trigger product_stars_told after update on product_stars referencing new table as changed
  for each statement execute function tell_of_products();
create trigger product_stars_told_gone after delete on product_stars referencing old table as changed
  for each statement execute function tell_of_products();
create trigger price_tiers_told_added after insert on price_tiers referencing new table as changed
  for each statement execute function tell_of_products();
create trigger price_tiers_told after update on price_tiers referencing new table as changed
  for each statement execute function tell_of_products();
create trigger price_tiers_told_gone after delete on price_tiers referencing old table as changed
  for each statement execute function tell_of_products();
create trigger lots_told_added after insert on lots referencing new table as changed
  for each statement execute function tell_of_products();
create trigger lots_told after update on lots referencing new table as changed
  for each statement execute function tell_of_products();
create trigger lots_told_gone after delete on lots referencing old table as changed
  for each statement execute function tell_of_products();

-- `of` is a product, a farm or a draft; nothing is kept under the id of another.
create function tell_of_photos() returns trigger language plpgsql as $$
begin
  perform tell_catalogue('product', array(select distinct of from changed));
  return null;
end $$;
create trigger farm_photos_told_added after insert on farm_photos referencing new table as changed
  for each statement execute function tell_of_photos();
create trigger farm_photos_told after update on farm_photos referencing new table as changed
  for each statement execute function tell_of_photos();
create trigger farm_photos_told_gone after delete on farm_photos referencing old table as changed
  for each statement execute function tell_of_photos();
create trigger photos_told_coloured after update of hues on photos for each row
  when (old.hues is distinct from new.hues) execute function tell_catalogue_everything();

create function tell_of_product() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', 'product:' || old.id);
  return null;
end $$;
create trigger products_told after update on products for each row
  when (old is distinct from new) execute function tell_of_product();
create trigger products_told_gone after delete on products for each row execute function tell_of_product();

create function tell_of_farm() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', 'farm:' || new.id);
  if old.name is distinct from new.name then perform pg_notify('catalogue', 'search'); end if;
  return null;
end $$;
create trigger farms_told after update on farms for each row
  when (old is distinct from new) execute function tell_of_farm();

-- Rows with a farm_id.
create function tell_of_its_farm() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform pg_notify('catalogue', 'farm:' || old.farm_id); end if;
  if tg_op <> 'DELETE' then perform pg_notify('catalogue', 'farm:' || new.farm_id); end if;
  return null;
end $$;
create trigger farm_vacations_told after insert or update or delete on farm_vacations
  for each row execute function tell_of_its_farm();
create trigger farm_registrations_told after insert or update or delete on farm_registrations
  for each row execute function tell_of_its_farm();
create trigger lapsed_products_told after insert or update or delete on lapsed_products
  for each row execute function tell_of_its_farm();

create function tell_of_own_price() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform pg_notify('catalogue', 'restaurant:' || old.restaurant_id); end if;
  if tg_op <> 'DELETE' then perform pg_notify('catalogue', 'restaurant:' || new.restaurant_id); end if;
  return null;
end $$;
create trigger own_prices_told after insert or update or delete on own_prices
  for each row execute function tell_of_own_price();

create function tell_of_favourite() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform pg_notify('catalogue', 'person:' || old.person_id); end if;
  if tg_op <> 'DELETE' then perform pg_notify('catalogue', 'person:' || new.person_id); end if;
  return null;
end $$;
create trigger favourites_told after insert or update or delete on favourites
  for each row execute function tell_of_favourite();

create function tell_of_search() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then perform pg_notify('catalogue', 'search'); end if;
  return null;
end $$;
create trigger product_search_told_added after insert on product_search referencing new table as changed
  for each statement execute function tell_of_search();
create trigger product_search_told after update on product_search referencing new table as changed
  for each statement execute function tell_of_search();
create trigger product_search_told_gone after delete on product_search referencing old table as changed
  for each statement execute function tell_of_search();

create trigger produce_items_told after insert or update or delete on produce_items
  for each statement execute function tell_catalogue_everything();

-- 一緒に使われている商品: all products of the purchases whose orders have changed.
create function tell_of_bought() returns trigger language plpgsql as $$
begin
  if (select count(*) > 200 from (select from changed limit 201) it) then
    perform pg_notify('catalogue', 'everything');
  else
    perform tell_catalogue('product', array(
      select distinct l.product_id from changed c join orders o on o.id = c.order_id
        join orders beside on beside.purchase_id = o.purchase_id join order_lines l on l.order_id = beside.id
      union select product_id from changed));
  end if;
  return null;
end $$;
create trigger order_lines_told_added after insert on order_lines referencing new table as changed
  for each statement execute function tell_of_bought();
create trigger order_lines_told_gone after delete on order_lines referencing old table as changed
  for each statement execute function tell_of_bought();

create function tell_of_purchase() returns trigger language plpgsql as $$
begin
  perform tell_catalogue('product', array(
    select distinct l.product_id from orders o join order_lines l on l.order_id = o.id
     where o.purchase_id = new.purchase_id));
  return null;
end $$;
-- Only these states hide an order from the counting (related-products.server.ts).
create trigger orders_told_counted after update of state, placed_at, purchase_id on orders for each row
  when (old.placed_at is distinct from new.placed_at or old.purchase_id is distinct from new.purchase_id
     or (old.state in ('draft', 'pending_approval', 'sent_back', 'cancelled'))
        <> (new.state in ('draft', 'pending_approval', 'sent_back', 'cancelled')))
  execute function tell_of_purchase();

-- For what is kept of a kitchen and of the tax.
create function tell_of_instructions() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_doors', 'restaurant:' || case when tg_op = 'DELETE' then old.restaurant_id else new.restaurant_id end);
  return null;
end $$;
create trigger standing_instructions_told after insert or update or delete on standing_instructions
  for each row execute function tell_of_instructions();
create function tell_of_tax_rates() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_doors', 'tax_rates');
  return null;
end $$;
create trigger tax_rates_told after insert or update or delete on tax_rates
  for each statement execute function tell_of_tax_rates();
