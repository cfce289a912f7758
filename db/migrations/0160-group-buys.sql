-- 共同購入: the kitchen of one restaurant opens a box of one farm to its neighbours. Until the closing each kitchen states its
-- own goods; then each gets an order of its own, and all of them leave in one box to the kitchen that opened it.
create table group_buys (
  id uuid primary key,
  -- the invitation: who has it may look and join
  code text not null unique check (code ~ '^[2-9A-HJ-NP-Z]{10}$'),
  farm_id uuid not null references farms,
  restaurant_id uuid not null references restaurants,
  kitchen_id uuid not null references kitchens,
  person_id uuid not null references people,
  delivery_on date not null,
  slot text not null check (slot in ('none', 'am', '14-16', '16-18', '18-20', '19-21')),
  closes_at timestamptz not null,
  least_kitchens smallint not null check (least_kitchens between 1 and 20),
  message text not null check (char_length(message) <= 200),
  created_at timestamptz not null,
  ended_at timestamptz,
  ending text check (ending in ('ordered', 'too_few', 'below_minimum', 'impossible', 'cancelled')),
  check ((ended_at is null) = (ending is null)),
  check (closes_at > created_at)
);
create index group_buys_due on group_buys (closes_at) where ended_at is null;
create index group_buys_of_restaurant on group_buys (restaurant_id, created_at);

-- Who takes part, the opener first. `refused`: why nothing was ordered for this kitchen at the closing.
create table group_buy_kitchens (
  group_buy_id uuid not null references group_buys,
  kitchen_id uuid not null references kitchens,
  restaurant_id uuid not null references restaurants,
  person_id uuid not null references people,
  joined_at timestamptz not null,
  left_at timestamptz,
  order_id uuid unique references orders,
  refused text check (char_length(refused) between 1 and 40),
  primary key (group_buy_id, kitchen_id),
  check (num_nonnulls(left_at, order_id, refused) <= 1)
);
create index group_buy_kitchens_of_restaurant on group_buy_kitchens (restaurant_id, joined_at);

create table group_buy_lines (
  group_buy_id uuid not null,
  kitchen_id uuid not null,
  product_id uuid not null references products,
  qty integer not null check (qty between 1 and 9999),
  primary key (group_buy_id, kitchen_id, product_id),
  foreign key (group_buy_id, kitchen_id) references group_buy_kitchens
);

-- What comes in the box of a group buy is an order without parcels of a carrier, except for that of the kitchen that opened
-- it: the box leaves with its numbers.
alter table orders
  drop constraint orders_way_kind,
  add constraint orders_way_kind check (way is null or way->>'kind' in ('own_van', 'pickup', 'market', 'shared'));

create or replace function track_parcel_by_way() returns trigger language plpgsql as $$
begin
  if exists (select from orders where id = new.order_id and way is not null and (way->'tracked') is distinct from 'true')
  then new.tracked := false; end if;
  return new;
end $$;
