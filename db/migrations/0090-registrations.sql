-- One history of a farm's registration; the number of a day is read from it.
insert into farm_registrations (farm_id, number, from_on)
  select id, invoice_registration_number, date '2023-10-01' from farms
   where invoice_registration_number is not null and not exists (select from farm_registrations r where r.farm_id = farms.id);
alter table farms drop column invoice_registration_number;

create function registration_of(farm uuid, day date) returns text language sql stable as $$
  select number from farm_registrations where farm_id = farm and from_on <= day and (until_on is null or day < until_on)
$$;
comment on function registration_of is 'the registration number of a farm on a day of supply; null: not registered then';
comment on column charges.seller_number is 'the registration number of the farm on the day of supply, as it was known when the charge was recorded; documents ask registration_of when they are issued';
