-- いつもの: what a kitchen orders again and again, and what is ordered of it by itself (自動の注文).

create table usual_lists (
  id uuid primary key,
  restaurant_id uuid not null references restaurants,
  kitchen_id uuid not null references kitchens,
  name text not null check (char_length(name) between 1 and 40),
  weekdays smallint[] not null default '{}' check (weekdays <@ '{0,1,2,3,4,5,6}'),
  position integer not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index usual_lists_kitchen on usual_lists (kitchen_id, position, id);
comment on column usual_lists.weekdays is 'delivery days (0 Sunday … 6 Saturday) on which this list opens by itself';

create table usual_lines (
  list_id uuid not null references usual_lists on delete cascade,
  product_id uuid not null references products,
  position integer not null,
  qty integer not null check (qty between 1 and 9999),
  learns boolean not null default true,
  added_at timestamptz not null,
  primary key (list_id, product_id)
);
comment on column usual_lines.qty is 'how many, as long as nothing is learned from orders; always, where learns is false';

create table standing_orders (
  id uuid primary key,
  restaurant_id uuid not null references restaurants,
  kitchen_id uuid not null references kitchens,
  list_id uuid references usual_lists,
  person_id uuid not null references people,
  weekdays smallint[] not null check (array_length(weekdays, 1) between 1 and 7 and weekdays <@ '{0,1,2,3,4,5,6}'),
  ceiling_yen integer not null check (ceiling_yen between 1 and 10000000),
  next_at timestamptz,
  paused_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (list_id is not null or ended_at is not null),
  check ((next_at is null) = (paused_at is not null or ended_at is not null))
);
create index standing_orders_due on standing_orders (next_at) where next_at is not null;
create index standing_orders_kitchen on standing_orders (kitchen_id, id) where ended_at is null;
create index standing_orders_list on standing_orders (list_id) where ended_at is null;
comment on column standing_orders.person_id is 'in whose name it orders, within their limit';
comment on column standing_orders.weekdays is 'days of delivery, 0 Sunday … 6 Saturday';
comment on column standing_orders.ceiling_yen is 'the most that one order may cost, with freight and tax';
comment on column standing_orders.next_at is 'when it is to be looked at next; an hour from now at the latest, as farms change their days';

create table standing_skips (
  standing_order_id uuid not null references standing_orders,
  delivery_on date not null,
  primary key (standing_order_id, delivery_on)
);

-- What became of one day of one standing order: told once, ordered once.
create table standing_runs (
  standing_order_id uuid not null references standing_orders,
  delivery_on date not null,
  noticed_at timestamptz,
  ran_at timestamptz,
  outcome text check (outcome in ('ordered', 'asked', 'nothing')),
  purchase_id uuid references purchases,
  left_out jsonb not null default '[]',
  primary key (standing_order_id, delivery_on),
  check ((ran_at is null) = (outcome is null)),
  check ((purchase_id is null) = (outcome is null or outcome = 'nothing'))
);

-- What a kitchen has been sent lately: from this its numbers are learned.
create index orders_of_kitchen on orders (kitchen_id, delivery_on);
