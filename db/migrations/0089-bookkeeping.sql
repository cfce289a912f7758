-- What an organisation hands to its accounting software: its names of accounts, and which documents were handed over when.

create table book_settings (
  id uuid primary key,
  restaurant_id uuid unique references restaurants,
  farm_id uuid unique references farms,
  software text not null check (software in ('freee', 'money_forward', 'yayoi')),
  encoding text not null check (encoding in ('utf8', 'shift_jis')),
  account_names jsonb not null,
  version integer not null default 1 check (version > 0),
  check (num_nonnulls(restaurant_id, farm_id) = 1)
);
create table book_exports (
  id uuid primary key,
  restaurant_id uuid references restaurants,
  farm_id uuid references farms,
  software text not null check (software in ('freee', 'money_forward', 'yayoi')),
  encoding text not null check (encoding in ('utf8', 'shift_jis')),
  account_names jsonb not null,
  from_month text not null check (from_month ~ '^[0-9]{4}-[0-9]{2}$'),
  to_month text not null check (to_month ~ '^[0-9]{4}-[0-9]{2}$'),
  document_ids uuid[] not null check (cardinality(document_ids) > 0),
  total_yen bigint not null,
  exported_by text not null,
  at timestamptz not null,
  check (num_nonnulls(restaurant_id, farm_id) = 1),
  check (from_month <= to_month)
);
create index book_exports_restaurant on book_exports (restaurant_id, at desc) where restaurant_id is not null;
create index book_exports_farm on book_exports (farm_id, at desc) where farm_id is not null;
create trigger book_exports_append_only before update or delete on book_exports for each row execute function refuse_rewriting_history();
