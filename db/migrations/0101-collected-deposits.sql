-- What the provider of cards and the collector of direct debits pay us comes as one deposit, less their fee.
alter table deposit_clearings
  add column collected text check (collected in ('card_clearing', 'debit_clearing')),
  add column fee_yen bigint not null default 0,
  add column reverses uuid unique references deposit_clearings,
  add check (fee_yen = 0 or collected is not null),
  add check (sign(fee_yen) in (0, sign(yen))),
  add check (num_nonnulls(collected, pay_run_item_id) <= 1);
comment on column deposit_clearings.collected is 'the account whose balance this deposit pays; null: it is cleared otherwise';
comment on column deposit_clearings.fee_yen is 'what the provider or the bank kept back of it';
