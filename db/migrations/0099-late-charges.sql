-- The late charge (遅延損害金) on invoices that are paid after their due date: off until staff set a rate.

-- The rate from a day on. A day that has begun keeps its rate; 0: off.
create table late_charge_rates (
  from_on date not null,
  rate_tenths smallint not null check (rate_tenths between 0 and 146),
  event_id uuid not null references events,
  at timestamptz not null,
  primary key (from_on, event_id)
);
create trigger late_charge_rates_append_only before update or delete on late_charge_rates for each row execute function refuse_rewriting_history();
comment on column late_charge_rates.rate_tenths is 'of the unpaid balance, for a year of 365 days, in tenths of a percent; of a day that was set twice the later one counts';

-- It is a charge of the restaurant, and of no order and no farm.
alter table charges alter column order_id drop not null, alter column farm_id drop not null;
alter table charges drop constraint charges_event_key_check, drop constraint charges_kind_check;
alter table charges
  add constraint charges_event_key_check check (event_key ~ '^(order|adjustment|cancel_fee|late_charge):'),
  add constraint charges_kind_check check (kind in ('sale', 'adjustment', 'cancel_fee', 'late_charge')),
  add constraint charges_late check (
    num_nulls(order_id, farm_id) = case kind when 'late_charge' then 2 else 0 end
    and (kind <> 'late_charge' or (untaxed_yen = total_yen and total_yen > 0 and farm_yen = 0 and fee_yen = 0)));
comment on column charges.untaxed_yen is 'outside consumption tax: the compensation of a late cancellation, a late charge';

-- Which days of an invoice were charged: none of them is charged again.
create table late_charges (
  charge_id uuid primary key references charges,
  document_id uuid not null references issued_documents,
  from_on date not null,
  to_on date not null,
  day_count integer not null check (day_count > 0),
  yen bigint not null check (yen > 0),
  unique (document_id, from_on),
  check (from_on <= to_on),
  exclude using gist (document_id with =, daterange(from_on, to_on, '[]') with &&)
);
create trigger late_charges_append_only before update or delete on late_charges for each row execute function refuse_rewriting_history();
create trigger late_charges_not_emptied before truncate on late_charges for each statement execute function refuse_rewriting_history();
comment on column late_charges.document_id is 'the invoice that was overdue';
comment on column late_charges.day_count is 'of them, how many were charged';
