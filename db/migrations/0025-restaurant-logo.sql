-- The sign of a restaurant: a photo like those of goods, seen by its people, by staff, and by the farms it orders from.

alter table photos
  add column restaurant_id uuid references restaurants,
  add check (farm_id is null or restaurant_id is null);
create unique index photos_restaurant_upload on photos (restaurant_id, upload_key) where restaurant_id is not null;

alter table restaurants
  add column logo text check (logo ~ '^photo-[0-9a-z]{32}-[0-9a-f]{24}$');
comment on column restaurants.logo is 'the name of its picture (kernel/picture-name.ts)';
