-- What farms sell, how much of it there is, and how it is found.

create table products (
  id uuid primary key,
  farm_id uuid not null references farms,
  name text not null check (name <> ''),
  kana text not null,
  item_key text not null,
  category text not null check (category in
    ('leaf', 'fruitveg', 'root', 'mushroom', 'fruit', 'egg', 'rice', 'herb', 'meat', 'fish', 'processed')),
  description text not null default '',
  method text not null check (method in ('conventional', 'specially_cultivated', 'jas_organic', 'natural')),
  grade text not null default '',
  temperature text not null check (temperature in ('ambient', 'chilled', 'frozen')),
  air_allowed boolean not null default true,
  tax_kind text not null check (tax_kind in ('standard', 'food', 'newspaper', 'non_taxable', 'out_of_scope')),
  unit_label text not null,
  pack_label text not null,
  price_yen integer not null check (price_yen between 1 and 10000000),
  catch_weight boolean not null,
  net_grams integer check (net_grams > 0),
  piece_count integer check (piece_count > 0),
  tolerance_percent smallint check (tolerance_percent between 1 and 50),
  gross_grams integer not null check (gross_grams > 0),
  size_points integer not null check (size_points > 0),
  order_step integer not null default 1 check (order_step > 0),
  min_qty integer not null default 1 check (min_qty > 0),
  max_qty integer not null default 999 check (max_qty between 1 and 9999),
  season_months smallint[] not null,
  peak_months smallint[] not null default '{}',
  storage_note text not null default '',
  taste_note text not null default '',
  packing_note text not null default '',
  picture text not null,
  status text not null check (status in ('draft', 'listed', 'paused', 'sold_out', 'archived')),
  created_at timestamptz not null,
  listed_at timestamptz,
  check (max_qty >= min_qty),
  check (not catch_weight or (net_grams is not null and tolerance_percent is not null)),
  check (status <> 'listed' or listed_at is not null)
);
comment on column products.price_yen is 'without tax; per sale unit, or per kg where catch_weight';
comment on column products.net_grams is 'net weight of one sale unit; for catch weight the nominal one';
comment on column products.size_points is 'how much of a box one unit fills, see modules/delivery/parcels.ts';
create index products_farm on products (farm_id, status);

create table product_stock (
  product_id uuid primary key references products,
  available_qty integer not null check (available_qty >= 0)
);

create table stock_entries (
  id bigint generated always as identity primary key,
  product_id uuid not null references products,
  delta integer not null check (delta <> 0),
  cause text not null check (cause in ('stated', 'reserved', 'released')),
  order_line_id uuid,
  at timestamptz not null
);
create index stock_entries_line on stock_entries (order_line_id) where order_line_id is not null;

create table lots (
  id uuid primary key,
  farm_id uuid not null references farms,
  product_id uuid not null references products,
  code text not null check (code <> ''),
  harvested_on date not null,
  best_before_on date check (best_before_on >= harvested_on),
  created_at timestamptz not null,
  -- also the index by which the newest harvests of a product are found, read from its end
  unique (product_id, harvested_on, code)
);
create index lots_harvested on lots (harvested_on);

-- Tokens of normalised Japanese text: unigrams and bigrams of runs with non-ASCII, whole words otherwise.
create function jp_tokens(t text) returns tsvector immutable strict parallel safe cost 20000 language sql
return (select coalesce(array_to_tsvector(array_agg(distinct token)), ''::tsvector) from (
  select substr(word, i, n) token
    from regexp_split_to_table(t, '[^[:alnum:]ー々〆:]+') word,
         lateral generate_series(1, char_length(word)) i, (values (1), (2)) size (n)
   where word ~ '[^\x01-\x7f]' and i + n - 1 <= char_length(word)
  union all
  select word from regexp_split_to_table(t, '[^[:alnum:]ー々〆:]+') word where word <> '' and word !~ '[^\x01-\x7f]'
) tokens where token is not null);

-- Narrow on purpose: counting 20,000 hits must not read 20,000 wide rows.
create table product_search (
  product_id uuid primary key references products,
  farm_id uuid not null references farms,
  category text not null,
  prefecture_code text not null,
  temperature text not null,
  air_allowed boolean not null,
  price_yen integer not null,
  in_stock boolean not null,
  season_months smallint[] not null,
  listed_at timestamptz not null,
  search_text text not null,
  visible boolean not null default true
);
comment on column product_search.in_stock is 'sold-out goods are shown, but not as arriving on a day';
comment on column product_search.visible is 'listed, of an approved farm; kept so by triggers, whoever changes a status';
create index product_search_tokens on product_search using gin (jp_tokens(search_text)) with (fastupdate = off);
create index product_search_newest on product_search (listed_at desc, product_id desc) where visible;
create index product_search_category on product_search (category, listed_at desc, product_id desc) where visible;
create index product_search_farm on product_search (farm_id);

-- A list that joined farms and products for their status could not be counted, nor walked by an index: so
-- what may be shown is written beside the words, here and not in the use cases, because a suspension that
-- one of them forgets leaves goods on sale that nobody sends.

-- Share locks on the farm make two changes at once (the farm suspended, its product listed) see each other.
create function show_products_in_search(ids uuid[]) returns void language plpgsql as $$
begin
  perform from farms f where f.id in (select farm_id from products where id = any (ids)) order by f.id for share;
  update product_search s set visible = (p.status = 'listed' and f.status = 'approved')
    from products p join farms f on f.id = p.farm_id
   where s.product_id = any (ids) and p.id = s.product_id
     and s.visible is distinct from (p.status = 'listed' and f.status = 'approved');
end $$;

create function show_new_search_rows() returns trigger language plpgsql as $$
begin
  perform show_products_in_search(array_agg(product_id)) from added;
  return null;
end $$;
create trigger product_search_added after insert on product_search referencing new table as added
  for each statement execute function show_new_search_rows();

create function show_product_in_search() returns trigger language plpgsql as $$
begin
  perform show_products_in_search(array[new.id]);
  return null;
end $$;
create trigger products_shown after update of status on products
  for each row when (old.status is distinct from new.status) execute function show_product_in_search();

create function show_farm_in_search() returns trigger language plpgsql as $$
begin
  perform show_products_in_search(array_agg(id)) from products where farm_id = new.id;
  return null;
end $$;
create trigger farms_products_shown after update of status on farms
  for each row when (old.status is distinct from new.status) execute function show_farm_in_search();
