-- Another day that the farm proposes to the restaurant, with its moments as they were then; null where nothing is proposed.
alter table orders add column proposed_day jsonb;
create index orders_day_proposed on orders (restaurant_id) where proposed_day is not null;
