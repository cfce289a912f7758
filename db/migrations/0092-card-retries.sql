-- What a card did not pay at once is asked for again, a few times; a refund that the bank returns is booked back.

alter table card_movements
  add column attempts smallint not null default 0 check (attempts >= 0),
  add column next_at timestamptz,
  add column undone_by uuid unique references payments,
  add check (undone_by is null or (kind = 'refund' and state = 'done'));
comment on column card_movements.attempts is 'how often the provider did not answer';
comment on column card_movements.next_at is 'not asked again before this';
comment on column card_movements.undone_by is 'the payment by which a refund is booked back that the bank returned later';

alter table card_orders
  add column attempts smallint not null default 0 check (attempts >= 0),
  add column next_at timestamptz,
  add column failure text check (char_length(failure) between 1 and 80),
  add column gave_up_at timestamptz,
  add check ((gave_up_at is null) = (failure is null)),
  add check (gave_up_at is null or next_at is null);
create index card_orders_due on card_orders (next_at) where next_at is not null;
create index card_orders_given_up on card_orders (gave_up_at desc) where gave_up_at is not null;
comment on column card_orders.next_at is 'when the card is asked for what it has not paid yet of a final order';
comment on column card_orders.gave_up_at is 'the rest is paid by the invoice';
