-- When a parcel was sent is known by its own moment (shipped_at), not by its number: what a farm brings with its own van,
-- or what is fetched, has no tracking number. Parcels of before have one, and stay as they are.
alter table parcels add column tracked boolean not null default true;
comment on column parcels.tracked is 'sent with a tracking number of a carrier; if not, shipped_at alone says that it was sent';

do $$
declare rule text;
begin
  for rule in
    select conname from pg_constraint
     where conrelid = 'parcels'::regclass and contype = 'c'
       and pg_get_constraintdef(oid) like '%shipped_at IS NULL%tracking_number IS NULL%'
  loop
    execute format('alter table parcels drop constraint %I', rule);
  end loop;
end $$;
alter table parcels
  add constraint parcels_number_when_sent check (not tracked or (shipped_at is null) = (tracking_number is null)),
  add constraint parcels_number_only_if_tracked check (tracked or num_nonnulls(tracking_number, carrier, label_number) = 0);
