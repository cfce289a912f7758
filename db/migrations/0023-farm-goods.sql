-- What a farm does with its own goods: keeps them, photographs them, promises harvests, rests, tells about itself.

-- One name for what is shown: a drawing of ours, or the first photo of the farm (kernel/picture-name.ts).
alter table products
  add column version integer not null default 1 check (version > 0),
  add column variety text not null default '',
  add column drawn_picture text not null default '',
  add column place_in_list integer not null default 0,
  add column sells_from text not null default 'stock' check (sells_from in ('stock', 'harvest')),
  add column review text check (review in ('waiting', 'returned')),
  add column review_note text not null default '',
  add column held_reason text check (held_reason <> ''),
  add check (held_reason is null or status <> 'listed'),
  add check (review is null or status in ('draft', 'paused'));
update products set drawn_picture = picture;
comment on column products.sells_from is 'stock: as many as are stated; harvest: as many as the windows of harvest_windows promise';
comment on column products.held_reason is 'why staff hold it back; the farm cannot list it meanwhile';
create index products_waiting on products (created_at) where review = 'waiting';

create trigger products_variety_stale after update of variety on products
  for each row when (old.variety is distinct from new.variety) execute function note_stale_product();

-- A product that is being written; its id becomes the product's. What was typed, field by field.
create table product_drafts (
  id uuid primary key,
  farm_id uuid not null references farms,
  typed jsonb not null,
  version integer not null default 1 check (version > 0),
  saved_by text not null default '',
  created_at timestamptz not null,
  saved_at timestamptz not null
);
comment on column product_drafts.saved_by is 'the page that saved it last: its own words come in no fixed order';
create index product_drafts_farm on product_drafts (farm_id, saved_at desc);

alter table photos
  add column farm_id uuid references farms,
  add column upload_key text check (char_length(upload_key) between 8 and 100),
  add column shown_at timestamptz,
  add column hues text check (hues ~ '^[0-9a-f]{24}$'),
  add column original_type text check (original_type in ('jpeg', 'png', 'webp')),
  add column all_sizes_at timestamptz;
comment on column photos.shown_at is 'since when everybody may see it; it stays so, because slips of orders name it';
comment on column photos.hues is 'four colours, the corners of the picture: what is seen until it is there';
create unique index photos_upload on photos (farm_id, upload_key) where upload_key is not null;
create index photos_without_sizes on photos (created_at) where original_type is not null and all_sizes_at is null;

-- The photos of a product, of a product that is being written, or of the farm itself (`of` is its id), in their order.
create table farm_photos (
  of uuid not null,
  photo_key text not null references photos,
  farm_id uuid not null references farms,
  ordinal smallint not null check (ordinal between 1 and 99),
  caption text not null default '' check (char_length(caption) <= 60),
  primary key (of, photo_key)
);
create index farm_photos_farm on farm_photos (farm_id);

-- 水–金 30–50 kg, 確度 中: what a farm expects to harvest. Orders that leave on these days reserve against what is
-- promised; product_stock holds the sum of what is left in all windows that are not over.
create table harvest_windows (
  id uuid primary key,
  product_id uuid not null references products,
  farm_id uuid not null references farms,
  from_on date not null,
  to_on date not null,
  least_qty integer not null check (least_qty >= 0),
  most_qty integer not null check (most_qty between 1 and 9999),
  confidence text not null check (confidence in ('high', 'middle', 'low')),
  promised_qty integer not null,
  reserved_qty integer not null default 0,
  note text not null default '' check (char_length(note) <= 100),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  closed_at timestamptz,
  check (to_on >= from_on),
  check (promised_qty between least_qty and most_qty),
  check (reserved_qty between 0 and promised_qty)
);
comment on column harvest_windows.promised_qty is 'sale units that may be ordered, see catalog/harvest/harvest-window.ts';
create index harvest_windows_product on harvest_windows (product_id, to_on) where closed_at is null;
create index harvest_windows_over on harvest_windows (to_on) where closed_at is null;

create table harvest_reservations (
  order_line_id uuid primary key references order_lines,
  window_id uuid not null references harvest_windows,
  qty integer not null check (qty >= 0)
);
create index harvest_reservations_window on harvest_reservations (window_id);

alter table lots
  add column qty integer check (qty between 1 and 99999),
  add column note text not null default '' check (char_length(note) <= 100);

-- The farm about itself: five answers, from which farms.story is made.
create table farm_intros (
  farm_id uuid primary key references farms,
  answers jsonb not null,
  version integer not null default 1 check (version > 0),
  changed_at timestamptz not null,
  published_at timestamptz
);
create table farm_links (
  farm_id uuid not null references farms,
  kind text not null check (kind in ('web', 'instagram', 'x', 'facebook', 'youtube', 'line')),
  url text not null check (url like 'https://%' and char_length(url) <= 300),
  primary key (farm_id, kind)
);
create table farm_methods (
  farm_id uuid not null references farms,
  method text not null check (method in ('conventional', 'specially_cultivated', 'jas_organic', 'natural')),
  document_id uuid references documents,
  primary key (farm_id, method)
);

alter table events add column about_product_id uuid references products;
create index events_about_product on events (about_product_id, at, id) where about_product_id is not null;

-- What staff switch on and off for the whole market.
create table switches (
  name text primary key check (name in ('goods_review')),
  is_on boolean not null,
  changed_at timestamptz not null,
  admin_id uuid not null references admins
);
comment on table switches is 'goods_review: new goods wait for staff before they are on sale';

-- Prices that hold from a day on; a job makes them the price when their day has come.
create table price_changes (
  id uuid primary key,
  product_id uuid not null references products,
  farm_id uuid not null references farms,
  from_on date not null,
  price_yen integer not null check (price_yen between 1 and 10000000),
  note text not null default '' check (char_length(note) <= 100),
  planned_at timestamptz not null,
  applied_at timestamptz,
  withdrawn_at timestamptz,
  check (num_nonnulls(applied_at, withdrawn_at) <= 1)
);
create unique index price_changes_planned on price_changes (product_id, from_on) where applied_at is null and withdrawn_at is null;
create index price_changes_due on price_changes (from_on) where applied_at is null and withdrawn_at is null;
