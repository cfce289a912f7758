-- Finding again what was ordered, however many orders there are; and the calendars that deliveries are put into.

alter table orders add column total_inc_yen bigint check (total_inc_yen >= 0);
comment on column orders.total_inc_yen is 'with tax, written when the order becomes final; before that it is reckoned from its lines';

-- as figuresOf reckons it: per rate, add up first, then round once, downwards
update orders set total_inc_yen = bill.total
from (
  select order_id, sum(base + base * percent / 100)::bigint as total
  from (
    select order_id, percent, sum(amount)::bigint as base
    from (
      select order_id, tax_percent as percent, billed_yen as amount from order_lines where billed_yen is not null
      union all
      select parcels.order_id, orders.freight_tax_percent, parcels.freight_yen + parcels.cool_yen
      from parcels join orders on orders.id = parcels.order_id
      where parcels.unused_at is null and not parcels.waived
    ) parts
    group by order_id, percent
  ) rates
  group by order_id
) bill
where bill.order_id = orders.id and orders.state = 'finalized';

-- Of one restaurant what has no total yet and costs something: few, however long the history grows.
create index orders_restaurant_unsettled on orders (restaurant_id, placed_at desc)
  where total_inc_yen is null and state not in ('draft', 'declined', 'expired', 'cancelled');

-- Whose line it is, so that the orders of one kind of goods are found without reading all orders of the restaurant.
alter table order_lines add column restaurant_id uuid;
update order_lines set restaurant_id = orders.restaurant_id from orders where orders.id = order_lines.order_id;
alter table order_lines alter column restaurant_id set not null;
create index order_lines_bought on order_lines (restaurant_id, product_id, order_id);

create function copy_restaurant_to_line() returns trigger language plpgsql as $$
begin
  select restaurant_id into new.restaurant_id from orders where id = new.order_id;
  return new;
end $$;
create trigger order_lines_restaurant before insert on order_lines for each row execute function copy_restaurant_to_line();

-- The secret address of one person's calendar of deliveries; of the secret only the SHA-256 is kept.
create table calendar_feeds (
  membership_id uuid primary key references memberships on delete cascade,
  hash bytea not null unique check (octet_length(hash) = 32),
  created_at timestamptz not null,
  last_read_at timestamptz
);
