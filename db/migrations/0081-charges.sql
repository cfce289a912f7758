-- What a charge is figured from, frozen where it was agreed.

-- Each line carries the commission of the moment at which it was ordered: a line that is added later has the farm's rate
-- of that day.
alter table order_lines add column commission_bp integer check (commission_bp between 0 and 5000);
alter table order_lines disable trigger user;
update order_lines set commission_bp = orders.commission_bp from orders where orders.id = order_lines.order_id;
alter table order_lines enable trigger user;
alter table order_lines alter column commission_bp set not null;
comment on column order_lines.commission_bp is 'commission in basis points, as agreed with the farm when the line was ordered';
alter table orders drop column commission_bp;

create function freeze_commission() returns trigger language plpgsql as $$
begin
  new.commission_bp := coalesce(new.commission_bp, (select farms.commission_bp from orders join farms on farms.id = orders.farm_id where orders.id = new.order_id));
  return new;
end $$;
create trigger order_lines_commission before insert on order_lines for each row execute function freeze_commission();

-- Boxes that came back are not charged unless the restaurant is at fault; the farm still earns their freight if the
-- platform or the carrier is.
alter table claim_entries add column freight_off_yen bigint not null default 0 check (freight_off_yen >= 0);
comment on column claim_entries.freight_off_yen is 'without tax: the freight that the claim took off the bill';

-- A farm's registration as an issuer of qualified invoices, by day of supply; the number that is shown stays at the farm.
create extension if not exists btree_gist;
create table farm_registrations (
  farm_id uuid not null references farms,
  number text not null check (number ~ '^T[1-9][0-9]{12}$'),
  from_on date not null,
  until_on date,
  primary key (farm_id, from_on),
  check (until_on > from_on),
  exclude using gist (farm_id with =, daterange(from_on, until_on) with &&)
);
comment on column farm_registrations.until_on is 'the first day on which it is no longer valid; null: valid';
insert into farm_registrations (farm_id, number, from_on)
  select id, invoice_registration_number, date '2023-10-01' from farms where invoice_registration_number is not null;
