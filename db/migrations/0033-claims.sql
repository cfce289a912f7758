-- What a kitchen found when the boxes came (検収, and the record of it for HACCP), and claims about delivered goods.

alter table farms
  add column claim_auto_yen integer not null default 3000 check (claim_auto_yen between 0 and 100000);
comment on column farms.claim_auto_yen is 'up to here, without tax, a claim with a photo settles by itself; the smaller of both sides counts';
alter table restaurants
  add column claim_auto_yen integer not null default 3000 check (claim_auto_yen between 0 and 100000);
comment on column restaurants.claim_auto_yen is 'see farms.claim_auto_yen';

create table receipts (
  order_id uuid primary key references orders,
  restaurant_id uuid not null references restaurants,
  received_at timestamptz not null,
  received_by text not null check (char_length(received_by) between 1 and 60),
  chilled_tenths smallint check (chilled_tenths between -500 and 500),
  frozen_tenths smallint check (frozen_tenths between -500 and 500),
  note text not null default '' check (char_length(note) <= 200),
  event_id uuid not null references events
);
create index receipts_month on receipts (restaurant_id, received_at);
comment on column receipts.chilled_tenths is 'what the kitchen measured of the chilled goods, in tenths of a degree Celsius';
create trigger receipts_append_only before update or delete on receipts for each row execute function refuse_rewriting_history();
create table receipt_photos (
  order_id uuid not null references receipts,
  photo_key text not null unique references photos
);
create index receipt_photos_order on receipt_photos (order_id);

create table claims (
  id uuid primary key,
  number text not null unique,
  order_id uuid not null references orders,
  order_line_id uuid not null references order_lines,
  farm_id uuid not null references farms,
  restaurant_id uuid not null references restaurants,
  state text not null check (state in ('opened', 'answered', 'escalated', 'decided', 'settled', 'withdrawn')),
  reason text not null check (reason in ('short', 'damaged', 'spoiled', 'wrong', 'temperature', 'not_arrived')),
  qty integer not null check (qty >= 0),
  grams integer check (grams >= 0),
  amount_yen bigint not null check (amount_yen > 0),
  wish text not null check (wish in ('credit', 'price_reduction', 'replacement', 'refund')),
  words text not null default '' check (char_length(words) <= 400),
  hidden boolean not null default false,
  automatic_yen integer not null check (automatic_yen >= 0),
  large_yen integer not null check (large_yen >= 0),
  rate_below_threshold boolean not null,
  photo_count smallint not null default 0 check (photo_count >= 0),
  offer jsonb,
  decision jsonb,
  rechecked boolean not null default false,
  opened_at timestamptz not null,
  answered_at timestamptz,
  escalated_at timestamptz,
  decided_at timestamptz,
  settled_at timestamptz,
  timer_at timestamptz,
  check ((state = 'settled') = (settled_at is not null)),
  check (state <> 'answered' or offer is not null),
  check (state <> 'decided' or decision is not null),
  check ((state in ('settled', 'withdrawn')) = (timer_at is null))
);
-- one claim about a line; one that was taken back leaves room for another
create unique index claims_line on claims (order_line_id) where state <> 'withdrawn';
create index claims_order on claims (order_id);
create index claims_timer on claims (timer_at) where timer_at is not null;
create index claims_restaurant on claims (restaurant_id, opened_at);
create index claims_farm_open on claims (farm_id, opened_at) where state in ('opened', 'answered', 'escalated', 'decided');
create index claims_open on claims (state, opened_at) where state in ('opened', 'answered', 'escalated', 'decided');
comment on column claims.amount_yen is 'without tax: what the line comes to less, if all of it is granted';
comment on column claims.automatic_yen is 'what both sides had agreed to when it was opened';

create table claim_photos (
  claim_id uuid not null references claims,
  photo_key text not null unique references photos,
  -- the farm shows what it sent in its answer
  by_farm boolean not null default false
);
create index claim_photos_claim on claim_photos (claim_id);

-- What a claim came to: written once, never changed. Billing reads it.
create table claim_entries (
  claim_id uuid primary key references claims,
  order_id uuid not null references orders,
  order_line_id uuid not null references order_lines,
  kind text not null check (kind in ('credit', 'price_reduction', 'replacement', 'refund', 'none')),
  yen bigint not null check (yen >= 0),
  off_bill_yen bigint not null check (off_bill_yen between 0 and yen),
  next_statement boolean not null,
  tax_percent smallint not null,
  borne_by text not null check (borne_by in ('farm', 'carrier', 'platform', 'buyer')),
  event_id uuid not null references events,
  at timestamptz not null,
  check (kind not in ('replacement', 'none') or yen = 0),
  check (not next_statement or off_bill_yen = 0)
);
create index claim_entries_order on claim_entries (order_id);
comment on column claim_entries.yen is 'without tax: what the restaurant gets back of the line';
comment on column claim_entries.off_bill_yen is 'what the bill of the line is reduced by beside its quantity; next_statement: it was billed already, so it is a credit there';
create trigger claim_entries_append_only before update or delete on claim_entries for each row execute function refuse_rewriting_history();
