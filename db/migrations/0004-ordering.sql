-- Carts, purchases, orders and the five quantities of their lines.

create table carts (
  id uuid primary key,
  person_id uuid not null references people,
  restaurant_id uuid not null references restaurants,
  kitchen_id uuid not null references kitchens,
  wished_on date,
  unique (person_id, kitchen_id)
);

create table cart_lines (
  cart_id uuid not null references carts on delete cascade,
  product_id uuid not null references products,
  qty integer not null check (qty between 1 and 9999),
  on_shortage text not null default 'ship_what_there_is' check (on_shortage in ('ship_what_there_is', 'drop_line')),
  seen_price_yen integer not null,
  added_at timestamptz not null,
  primary key (cart_id, product_id)
);

create table cart_farms (
  cart_id uuid not null references carts on delete cascade,
  farm_id uuid not null references farms,
  delivery_on date,
  slot text check (slot in ('none', 'am', '14-16', '16-18', '18-20', '19-21')),
  note text not null default '' check (char_length(note) <= 400),
  primary key (cart_id, farm_id)
);

create sequence purchase_number;

create table purchases (
  id uuid primary key,
  number text not null unique,
  restaurant_id uuid not null references restaurants,
  kitchen_id uuid not null references kitchens,
  person_id uuid not null references people,
  placed_at timestamptz not null
);
create index purchases_restaurant on purchases (restaurant_id, placed_at desc);

create table orders (
  id uuid primary key,
  number text not null unique,
  purchase_id uuid not null references purchases,
  farm_id uuid not null references farms,
  restaurant_id uuid not null references restaurants,
  kitchen_id uuid not null references kitchens,
  state text not null check (state in
    ('draft', 'pending_approval', 'placed', 'accepted', 'proposed', 'preparing', 'partly_shipped', 'shipped',
     'delivered', 'inspected', 'finalized', 'declined', 'expired', 'cancelled', 'sent_back')),
  delivery_on date not null,
  ship_on date not null check (ship_on <= delivery_on),
  slot text not null check (slot in ('none', 'am', '14-16', '16-18', '18-20', '19-21')),
  placed_at timestamptz not null,
  cutoff_at timestamptz not null,
  answer_due_at timestamptz not null,
  pack_at timestamptz not null,
  inspect_hours smallint not null default 48 check (inspect_hours between 24 and 72),
  delivered_at timestamptz,
  finalized_at timestamptz,
  timer_at timestamptz,
  commission_bp integer not null check (commission_bp between 0 and 5000),
  freight_tax_percent smallint not null,
  note text not null default '',
  ship_to jsonb not null,
  check (placed_at <= cutoff_at and cutoff_at <= answer_due_at and answer_due_at <= pack_at),
  check ((state = 'finalized') = (finalized_at is not null))
);
create index orders_farm on orders (farm_id, ship_on, id);
create index orders_restaurant on orders (restaurant_id, placed_at desc, id desc);
create index orders_restaurant_farms on orders (restaurant_id, farm_id);
create index orders_newest on orders (placed_at desc, id desc);
create index orders_farm_newest on orders (farm_id, placed_at desc, id desc);
-- what is still to be done: small, however long the history grows
create index orders_farm_open on orders (farm_id, ship_on, answer_due_at, id)
  where state in ('placed', 'accepted', 'preparing', 'partly_shipped');
create index orders_restaurant_arriving on orders (restaurant_id, delivery_on, id)
  where state in ('partly_shipped', 'shipped', 'delivered');
create index orders_purchase on orders (purchase_id);
create index orders_timer on orders (timer_at) where timer_at is not null;

create table order_lines (
  id uuid primary key,
  order_id uuid not null references orders,
  ordinal smallint not null check (ordinal > 0),
  product_id uuid not null references products,
  name text not null,
  pack_label text not null,
  unit_label text not null,
  picture text not null,
  category text not null,
  temperature text not null,
  catch_weight boolean not null,
  nominal_grams integer check (nominal_grams > 0),
  tolerance_percent smallint,
  price_yen integer not null check (price_yen > 0),
  tax_percent smallint not null,
  -- 10,000,000 a unit times 215 units does not fit an integer
  ceiling_yen bigint not null check (ceiling_yen > 0),
  on_shortage text not null check (on_shortage in ('ship_what_there_is', 'drop_line')),
  ordered_qty integer check (ordered_qty > 0),
  confirmed_qty integer check (confirmed_qty between 0 and ordered_qty),
  shipped_qty integer check (shipped_qty between 0 and confirmed_qty),
  received_qty integer check (received_qty between 0 and shipped_qty),
  billed_qty integer check (billed_qty between 0 and received_qty),
  ordered_grams integer,
  confirmed_grams integer,
  shipped_grams integer,
  received_grams integer,
  billed_grams integer,
  billed_yen bigint check (billed_yen between 0 and ceiling_yen),
  verdict text check (verdict in ('ok', 'short', 'damaged', 'wrong', 'temperature')),
  unique (order_id, ordinal),
  check (not catch_weight or (nominal_grams is not null and tolerance_percent is not null)),
  check (catch_weight or num_nonnulls(ordered_grams, confirmed_grams, shipped_grams, received_grams, billed_grams) = 0),
  check (received_grams between 0 and shipped_grams),
  check (billed_grams between 0 and received_grams),
  check ((billed_qty is null) = (billed_yen is null)),
  -- no stage is skipped: a comparison with null would let it pass
  check (confirmed_qty is null or ordered_qty is not null),
  check (shipped_qty is null or confirmed_qty is not null),
  check (received_qty is null or shipped_qty is not null),
  check (billed_qty is null or received_qty is not null)
);
create index order_lines_product on order_lines (product_id);
comment on column order_lines.price_yen is 'agreed price without tax: per unit, or per kg where catch_weight';
comment on column order_lines.ceiling_yen is 'never billed above this (without tax)';

-- Every quantity ever stated. order_lines shows the latest of each stage.
create table quantity_entries (
  id bigint generated always as identity primary key,
  order_line_id uuid not null references order_lines,
  stage text not null check (stage in ('ordered', 'confirmed', 'shipped', 'received', 'billed')),
  qty integer not null check (qty >= 0),
  grams integer check (grams >= 0),
  yen bigint check (yen >= 0),
  reason text,
  event_id uuid not null,
  at timestamptz not null,
  check ((stage = 'billed') = (yen is not null))
);
create index quantity_entries_line on quantity_entries (order_line_id, id);

create function show_latest_quantity() returns trigger language plpgsql as $$
declare
  known integer;
begin
  execute format('select %I from order_lines where id = $1 for update', new.stage || '_qty') into known using new.order_line_id;
  if known is not null and coalesce(new.reason, '') = '' then
    raise exception 'a quantity stated once changes only with a reason (line %, %)', new.order_line_id, new.stage
      using errcode = 'check_violation';
  end if;
  if new.stage = 'billed' then
    update order_lines set billed_qty = new.qty, billed_grams = new.grams, billed_yen = new.yen where id = new.order_line_id;
  else
    execute format('update order_lines set %I = $1, %I = $2 where id = $3', new.stage || '_qty', new.stage || '_grams')
      using new.qty, new.grams, new.order_line_id;
  end if;
  return null;
end $$;
create trigger quantity_entries_show after insert on quantity_entries for each row execute function show_latest_quantity();

create function refuse_direct_quantity() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 and
     (old.ordered_qty, old.confirmed_qty, old.shipped_qty, old.received_qty, old.billed_qty,
      old.ordered_grams, old.confirmed_grams, old.shipped_grams, old.received_grams, old.billed_grams, old.billed_yen)
     is distinct from
     (new.ordered_qty, new.confirmed_qty, new.shipped_qty, new.received_qty, new.billed_qty,
      new.ordered_grams, new.confirmed_grams, new.shipped_grams, new.received_grams, new.billed_grams, new.billed_yen) then
    raise exception 'quantities change by quantity_entries only' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger order_lines_guard before update on order_lines for each row execute function refuse_direct_quantity();

create table parcels (
  id uuid primary key,
  order_id uuid not null references orders,
  ordinal smallint not null check (ordinal > 0),
  temperature text not null check (temperature in ('ambient', 'chilled', 'frozen')),
  size_class smallint not null check (size_class in (60, 80, 100, 120, 140, 160)),
  freight_yen integer not null check (freight_yen >= 0),
  cool_yen integer not null check (cool_yen >= 0),
  waived boolean not null,
  carrier text check (carrier in ('yamato', 'sagawa', 'japanpost')),
  tracking_number text check (tracking_number ~ '^\d{12}$'),
  shipped_at timestamptz,
  unused_at timestamptz,
  unique (order_id, ordinal),
  check (num_nonnulls(shipped_at, unused_at) <= 1),
  check ((shipped_at is null) = (tracking_number is null)),
  check ((tracking_number is null) = (carrier is null))
);
comment on column parcels.freight_yen is 'without tax, as agreed when the order was placed; charged unless waived or unused';

create table line_lots (
  order_line_id uuid not null references order_lines,
  lot_id uuid not null references lots,
  qty integer not null check (qty > 0),
  primary key (order_line_id, lot_id)
);
create index line_lots_lot on line_lots (lot_id);
