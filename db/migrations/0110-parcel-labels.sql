-- The number of a label is known before its box leaves: the carrier's program writes it back, and it is prefilled when the
-- order is shipped. A parcel that has left keeps its own number (parcels.tracking_number), as before.

-- What a farm tells the programs of its carriers, and which columns their files have.
create table label_settings (
  farm_id uuid primary key references farms,
  carrier text not null check (carrier in ('yamato', 'sagawa', 'japanpost')),
  version integer not null default 1 check (version > 0)
);
comment on column label_settings.carrier is 'of every order for which no other one is chosen';
create table carrier_contracts (
  farm_id uuid not null references farms,
  carrier text not null check (carrier in ('yamato', 'sagawa', 'japanpost')),
  customer_code text not null default '' check (customer_code ~ '^\d{0,12}$'),
  freight_code text not null default '01' check (freight_code ~ '^\d{2}$'),
  customer_number_column smallint check (customer_number_column between 0 and 199),
  tracking_number_column smallint check (tracking_number_column between 0 and 199),
  primary key (farm_id, carrier),
  check ((customer_number_column is null) = (tracking_number_column is null)),
  check (customer_number_column <> tracking_number_column)
);
comment on column carrier_contracts.customer_code is 'whom the carrier bills: 請求先顧客コード of ヤマト, お客様コード of 佐川';
comment on column carrier_contracts.freight_code is '運賃管理番号 of ヤマト';
comment on column carrier_contracts.customer_number_column is 'of the file that comes back, counted from 0; null: found by its headings';
create table order_carriers (
  order_id uuid primary key references orders,
  carrier text not null check (carrier in ('yamato', 'sagawa', 'japanpost'))
);

-- A file that a carrier's program wrote back, once something of it was taken over.
create table label_files (
  id uuid primary key,
  farm_id uuid not null references farms,
  name text not null check (char_length(name) between 1 and 200),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  row_count integer not null check (row_count > 0),
  event_id uuid not null references events,
  at timestamptz not null
);
create index label_files_farm on label_files (farm_id);
create trigger label_files_append_only before update or delete on label_files for each row execute function refuse_rewriting_history();

-- The last one of a parcel counts: a label may be printed again under another number.
create table parcel_labels (
  id bigint generated always as identity primary key,
  parcel_id uuid not null references parcels,
  carrier text not null check (carrier in ('yamato', 'sagawa', 'japanpost')),
  tracking_number text not null check (tracking_number ~ '^\d{12}$'),
  file_id uuid not null references label_files,
  at timestamptz not null
);
create index parcel_labels_parcel on parcel_labels (parcel_id);
create index parcel_labels_file on parcel_labels (file_id);
create trigger parcel_labels_append_only before update or delete on parcel_labels for each row execute function refuse_rewriting_history();

alter table parcels
  add column label_carrier text check (label_carrier in ('yamato', 'sagawa', 'japanpost')),
  add column label_number text check (label_number ~ '^\d{12}$'),
  add check ((label_carrier is null) = (label_number is null));
comment on column parcels.label_number is 'of its last label (parcel_labels), before it leaves';
create index parcels_label_number on parcels (label_number) where label_number is not null;
create index parcels_tracking_number on parcels (tracking_number) where tracking_number is not null;

create function put_label_on_parcel() returns trigger language plpgsql as $$
begin
  update parcels set label_carrier = new.carrier, label_number = new.tracking_number where id = new.parcel_id;
  return null;
end $$;
create trigger parcel_labels_to_parcel after insert on parcel_labels for each row execute function put_label_on_parcel();
