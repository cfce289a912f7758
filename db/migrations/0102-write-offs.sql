-- What staff give up of an invoice (貸倒れ) settles it like a payment, and comes from no payment.
alter table payment_allocations
  alter column payment_id drop not null,
  drop constraint payment_allocations_taken_from_check,
  add constraint payment_allocations_taken_from_check check (taken_from in ('payment', 'bank_fees', 'bad_debt')),
  add constraint payment_allocations_write_off check (
    (taken_from = 'bad_debt') = (payment_id is null)
    and (taken_from <> 'bad_debt' or (document_id is not null and event_id is not null)));
comment on column payment_allocations.payment_id is 'null: a write-off';
create index payment_allocations_write_offs on payment_allocations (restaurant_id, at) where taken_from = 'bad_debt';
