-- What a farm sold and what a restaurant bought in a year was summed from all lines of the market, since PostgreSQL found it cheaper to
-- read the whole table than to look for the lines of so many orders. Now the orders, what was charged for them and what was billed for
-- each line are read from indexes alone, as far as they are of that farm or restaurant (docs/decisions/0139).
-- Orders and charges cannot be read meanwhile: processes of the version before are stopped first (docs/operations.md).

create index orders_farm_delivery on orders (farm_id, delivery_on) include (id, restaurant_id, kitchen_id, state);

drop index orders_restaurant;
create index orders_restaurant on orders (restaurant_id, placed_at desc, id desc) include (farm_id, state);

drop index charges_order;
create index charges_order on charges (order_id) include (kind, goods_yen);
drop index charges_farm;
create index charges_farm on charges (farm_id, supplied_on) include (goods_yen, freight_yen, tax_yen, farm_yen);

-- A quantity or an amount of a line that changes writes an entry into each index of the table since there are these two.
create index order_lines_billed on order_lines (order_id) include (product_id, category, name, billed_yen)
  where billed_yen is not null;
create index order_lines_short on order_lines (order_id) where shipped_qty < ordered_qty;
