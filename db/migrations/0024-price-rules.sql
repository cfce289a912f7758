-- What one pays depends on how many one takes and who one is; and some goods are shown to chosen restaurants only.

alter table products add column audience text not null default 'everybody' check (audience in ('everybody', 'chosen'));
comment on column products.audience is 'chosen: for all but the restaurants in product_audience it does not exist';

create table product_audience (
  product_id uuid not null references products,
  restaurant_id uuid not null references restaurants,
  since timestamptz not null,
  primary key (product_id, restaurant_id)
);
create index product_audience_restaurant on product_audience (restaurant_id);

-- 5箱から ¥1,650: a price for every unit as soon as so many are taken.
create table price_tiers (
  product_id uuid not null references products,
  from_qty integer not null check (from_qty between 2 and 9999),
  price_yen integer not null check (price_yen between 1 and 10000000),
  primary key (product_id, from_qty)
);

-- What a farm has agreed with one restaurant: a price for one of its goods, or percent off the list price of all.
create table own_prices (
  id uuid primary key,
  farm_id uuid not null references farms,
  restaurant_id uuid not null references restaurants,
  product_id uuid references products,
  price_yen integer check (price_yen between 1 and 10000000),
  percent_off smallint check (percent_off between 1 and 50),
  from_on date not null,
  until_on date,
  agreed_at timestamptz not null,
  ended_at timestamptz,
  check ((product_id is null) = (price_yen is null)),
  check (num_nonnulls(price_yen, percent_off) = 1),
  check (until_on >= from_on)
);
comment on column own_prices.until_on is 'the last day, included; null: until the farm ends it';
create index own_prices_held on own_prices (restaurant_id, farm_id) where ended_at is null;
create index own_prices_farm on own_prices (farm_id, restaurant_id);

-- As in 0020, with whom goods are shown to: in what everybody is shown and counted, hidden goods are not.
create or replace function show_products_in_search(ids uuid[]) returns void language plpgsql as $$
begin
  perform from farms f where f.id in (select farm_id from products where id = any (ids)) order by f.id for share;
  update product_search s set visible = shown.now
    from (select p.id, p.status = 'listed' and p.audience = 'everybody' and f.status = 'approved'
                       and not goods_lapsed(p.farm_id, p.category, p.item_key) as now
            from products p join farms f on f.id = p.farm_id where p.id = any (ids)) shown
   where s.product_id = shown.id and s.visible is distinct from shown.now;
end $$;
comment on column product_search.visible is
  'listed, for everybody, of an approved farm, nothing lapsed; kept so by triggers, whoever changes it';

create trigger products_for_others_shown after update of audience on products
  for each row when (old.audience is distinct from new.audience) execute function show_product_in_search();
