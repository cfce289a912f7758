-- While a chef reads the last page before the order, nobody else takes what is in their cart: for ten minutes.

create table checkout_holds (
  cart_id uuid not null references carts on delete cascade,
  product_id uuid not null references products,
  qty integer not null check (qty > 0),
  ship_on date not null,
  taken_at timestamptz not null,
  until timestamptz not null check (until > taken_at),
  primary key (cart_id, product_id)
);
comment on table checkout_holds is 'not stock: what is available stays as it is, and others are refused while it holds; void once the line has left the cart';
create index checkout_holds_product on checkout_holds (product_id, until);

-- What somebody is told of by mail: everything of the same minute in one mail, written by a job and not while goods are locked.
create table order_news (
  event_id uuid primary key references events,
  order_id uuid not null references orders,
  party text not null check (party in ('restaurant', 'farm')),
  at timestamptz not null
);
comment on table order_news is 'a row is gone, in one transaction, when its mail is queued: one message belongs to one transition';
create index order_news_order on order_news (order_id);

-- The order in which things happened: an event has the time at which it was asked for, and of two who ask at once the later
-- may come first. Written while the order is locked, so that the numbers of one order are in the order of its steps.
alter table events add column seq bigint generated always as identity;

-- A price for many is kept only while it is many: nobody orders a hundred and keeps one for the price of a hundred.
alter table order_lines add column price_from_qty integer check (price_from_qty > 1);
comment on column order_lines.price_from_qty is 'from so many sale units on the agreed price was offered; null: for any number';
