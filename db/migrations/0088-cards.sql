-- Payment by card: the saved card of a restaurant, what is held on it for an order, what was taken and given back.

-- The number of the card is known to the provider only.
create table card_customers (
  restaurant_id uuid primary key references restaurants,
  customer text not null unique check (char_length(customer) between 1 and 255),
  method text check (char_length(method) between 1 and 255),
  brand text check (char_length(brand) between 1 and 40),
  last_four text check (last_four ~ '^[0-9]{4}$'),
  expires_on date,
  saved_at timestamptz,
  check (num_nulls(method, brand, last_four, expires_on, saved_at) in (0, 5))
);
comment on column card_customers.method is 'the saved card as the provider calls it; null: none is saved';

-- What a chef confirmed, while the bank asks them to prove that they are the holder.
create table card_checkouts (
  id uuid primary key,
  restaurant_id uuid not null references restaurants,
  person_id uuid not null references people,
  key text not null check (char_length(key) between 8 and 200),
  -- not jsonb: the order of its keys is part of what idempotency compares
  input json not null,
  at timestamptz not null,
  unique (person_id, restaurant_id, key)
);

create table card_orders (
  order_id uuid primary key references orders,
  at timestamptz not null,
  released_at timestamptz
);
comment on table card_orders is 'the orders that are paid by card';
comment on column card_orders.released_at is 'nothing more is held for it: it ended, or was settled';

create table card_holds (
  id uuid primary key,
  restaurant_id uuid not null references restaurants,
  farm_id uuid not null references farms,
  checkout_id uuid references card_checkouts on delete set null,
  order_id uuid references orders,
  renews uuid references card_holds,
  yen bigint not null check (yen between 50 and 99999999),
  state text not null check (state in ('asked', 'proving', 'held', 'captured', 'released', 'failed')),
  intent text unique check (char_length(intent) between 1 and 255),
  failure text check (char_length(failure) between 1 and 80),
  until timestamptz,
  at timestamptz not null,
  ended_at timestamptz,
  check ((state in ('captured', 'released', 'failed')) = (ended_at is not null)),
  check (state <> 'held' or num_nulls(intent, until) = 0),
  check (state <> 'captured' or order_id is not null),
  check (renews <> id)
);
create index card_holds_order on card_holds (order_id) where order_id is not null;
create index card_holds_checkout on card_holds (checkout_id) where checkout_id is not null;
create index card_holds_live on card_holds (restaurant_id) where ended_at is null;
create index card_holds_failed on card_holds (ended_at desc) where state = 'failed';
comment on column card_holds.id is 'also the key by which the provider recognises a repeated request';
comment on column card_holds.renews is 'the hold that ends soon and that this one replaces';

-- The charges for which the card was looked at: each once.
create table card_charges (charge_id uuid primary key references charges, at timestamptz not null);

create table card_movements (
  id uuid primary key,
  hold_id uuid not null references card_holds,
  charge_id uuid not null references charges,
  kind text not null check (kind in ('capture', 'refund')),
  yen bigint not null check (yen > 0),
  state text not null check (state in ('asked', 'done', 'failed')),
  failure text check (char_length(failure) between 1 and 80),
  payment_id uuid unique references payments,
  at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'done') = (payment_id is not null)),
  check ((state = 'asked') = (ended_at is null))
);
create unique index card_movements_capture on card_movements (hold_id) where kind = 'capture';
create unique index card_movements_once on card_movements (hold_id, charge_id, kind);
create index card_movements_open on card_movements (at) where state <> 'done';
comment on column card_movements.charge_id is 'because of which it was taken or given back';

-- A holder of a card disputes a payment at their bank.
create table card_disputes (
  id text primary key check (char_length(id) between 1 and 255),
  hold_id uuid not null references card_holds,
  yen bigint not null check (yen > 0),
  reason text not null check (char_length(reason) <= 80),
  state text not null check (state in ('open', 'won', 'lost')),
  at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null))
);
create index card_disputes_hold on card_disputes (hold_id);
