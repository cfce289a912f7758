-- Parcels also leave with other carriers than the three whose files and numbers we know: such a carrier has its name, as in the
-- freight tables, numbers of its own form, and the page on which people follow a parcel, if it has one.
alter table parcels
  drop constraint parcels_carrier_check,
  drop constraint parcels_tracking_number_check,
  add column tracking_page text check (tracking_page ~ '^https://' and char_length(tracking_page) <= 300),
  add constraint parcels_carrier_check check (char_length(carrier) between 1 and 40 and carrier = btrim(carrier)),
  add constraint parcels_tracking_number_check check (
    tracking_number ~ case when carrier in ('yamato', 'sagawa', 'japanpost') then '^\d{12}$' else '^[0-9A-Z]{4,20}$' end),
  add constraint parcels_page_of_another_carrier check (
    tracking_page is null or coalesce(carrier not in ('yamato', 'sagawa', 'japanpost'), false));
comment on column parcels.carrier is 'yamato, sagawa, japanpost, or the name of another carrier';
comment on column parcels.tracking_page is 'of another carrier, as the farm states it; {n} stands for the number';

-- No service is asked about them.
drop trigger parcels_watched on parcels;
create trigger parcels_watched after update of tracking_number, shipped_at on parcels for each row
  when (new.tracking_number is not null and new.carrier in ('yamato', 'sagawa', 'japanpost') and new.shipped_at is not null)
  execute function watch_parcel();

-- With which carriers a farm has sent: the next parcel is proposed with the last one, and a name is typed once.
create table used_carriers (
  farm_id uuid not null references farms,
  carrier text not null check (char_length(carrier) between 1 and 40 and carrier = btrim(carrier)),
  tracking_page text check (tracking_page ~ '^https://' and char_length(tracking_page) <= 300),
  used_at timestamptz not null,
  primary key (farm_id, carrier)
);
