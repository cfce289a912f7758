-- Staff list, count and search all orders ever made (docs/decisions/0126): whatever they ask for is found by an index, so that a page
-- reads as much with 1,000,000 orders as with 10,000.
create extension if not exists pg_trgm;

create index orders_state_newest on orders (state, placed_at desc, id desc);
create index orders_delivery on orders (delivery_on);
create index orders_total on orders (total_inc_yen) where total_inc_yen is not null;

-- The names on orders, each of which is found once by a loose scan; they stay when a kitchen or a product gets another one.
create index orders_sent_to on orders
  (kitchen_id, (coalesce(ship_to->>'kitchen', '') || E'\n' || coalesce(ship_to->>'phone', '')));
drop index order_lines_product;
create index order_lines_product on order_lines (product_id, name);

-- Parts of numbers. That of an order is that of its purchase and one more figure; a purchase is written once.
create index purchases_number_parts on purchases using gin (replace(number, '-', '') gin_trgm_ops);
create index claims_number_parts on claims using gin (number gin_trgm_ops);
