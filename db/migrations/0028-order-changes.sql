-- One open order per farm, delivery day and kitchen: it is changed until 締切, and the farm sees one current version.

alter table farms
  add column late_cancel_percent smallint not null default 0 check (late_cancel_percent between 0 and 50);
comment on column farms.late_cancel_percent is 'of the goods, without tax, when the farm agrees to a cancellation after 締切 (window W2); our cap is 50';

alter table orders
  add column version integer not null default 1 check (version > 0),
  add column changed_at timestamptz,
  add column accepted_at timestamptz,
  add column cancel_percent smallint not null default 0 check (cancel_percent between 0 and 50),
  add column cancel_asked_at timestamptz,
  add column cancel_fee_yen bigint check (cancel_fee_yen >= 0),
  add check (cancel_fee_yen is null or state = 'cancelled');
comment on column orders.version is 'counts the changes of what is ordered: a page that shows an older one changes nothing';
comment on column orders.accepted_at is 'when the farm accepted it first; what grew later does not take that back';
comment on column orders.cancel_percent is 'what a late cancellation costs, as it stood on the page of the order';
create index orders_open_of_kitchen on orders (kitchen_id, farm_id, delivery_on) where state in ('placed', 'accepted');

update orders set accepted_at = placed_at
  where state in ('accepted', 'preparing', 'partly_shipped', 'shipped', 'delivered', 'inspected', 'finalized');
-- an order that is being packed leaves that state by the clock, too (ordering/order-process.ts, transition 16a)
update orders set timer_at = ((delivery_on + 3)::timestamp at time zone 'Asia/Tokyo') where state = 'preparing';

-- A line that is taken out stays, with nothing ordered: its history is part of the order.
alter table order_lines drop constraint order_lines_ordered_qty_check;
alter table order_lines add constraint order_lines_ordered_qty_check check (ordered_qty >= 0);
alter table order_lines add column ordered_before integer check (ordered_before >= 0);
comment on column order_lines.ordered_before is 'what had been ordered before the change that the farm has not answered yet; 0: the line is new';

-- A later checkout whose goods joined an order that was there already.
create table purchase_additions (
  purchase_id uuid not null references purchases,
  order_id uuid not null references orders,
  primary key (purchase_id, order_id)
);
create index purchase_additions_order on purchase_additions (order_id);
