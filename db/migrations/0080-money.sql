-- What is owed once an order is final, the books about it, and the documents that say so.

-- One row for each event that changes what a restaurant owes and what a farm earns: the bill of an order when it becomes
-- final, an adjustment of it, the fee of a late cancellation.
create table charges (
  id uuid primary key,
  event_key text not null unique check (event_key ~ '^(order|adjustment|cancel_fee):'),
  kind text not null check (kind in ('sale', 'adjustment', 'cancel_fee')),
  order_id uuid not null references orders,
  adjustment_id uuid unique references adjustments,
  restaurant_id uuid not null references restaurants,
  farm_id uuid not null references farms,
  supplied_on date not null,
  booked_on date not null,
  goods_yen bigint not null,
  freight_yen bigint not null,
  untaxed_yen bigint not null,
  per_rate jsonb not null,
  tax_yen bigint not null,
  total_yen bigint not null,
  farm_yen bigint not null,
  fee_yen bigint not null,
  seller_number text check (seller_number ~ '^T[0-9]{13}$'),
  at timestamptz not null,
  check ((kind = 'adjustment') = (adjustment_id is not null)),
  check (total_yen = goods_yen + freight_yen + untaxed_yen + tax_yen)
);
create index charges_restaurant on charges (restaurant_id, supplied_on);
create index charges_farm on charges (farm_id, supplied_on);
create index charges_order on charges (order_id);
create trigger charges_append_only before update or delete on charges for each row execute function refuse_rewriting_history();
create trigger charges_not_emptied before truncate on charges for each statement execute function refuse_rewriting_history();
comment on column charges.supplied_on is 'the day of arrival, by which the tax rate and the period are chosen; of an adjustment the day of the original supply';
comment on column charges.booked_on is 'the day, in Japan, on which it became known';
comment on column charges.untaxed_yen is 'outside consumption tax: the compensation of a late cancellation';
comment on column charges.per_rate is 'tax of this slip alone, rounded once per rate: [{percent, baseYen, taxYen}]';
comment on column charges.farm_yen is 'with tax, before the fee: what the farm earns; differs from total_yen where the platform bears the cost of a claim';
comment on column charges.fee_yen is 'the commission without tax, as agreed when the order was placed';
comment on column charges.seller_number is 'the registration number of the farm on the day of supply; null: not registered then';

-- Double entry: debit above zero, credit below; every entry sums to zero when its transaction ends.
create table ledger_entries (
  id uuid primary key,
  event_key text not null unique,
  kind text not null,
  on_day date not null,
  memo text not null check (char_length(memo) <= 400),
  reverses uuid unique references ledger_entries,
  at timestamptz not null,
  made_in xid8 not null default pg_current_xact_id(),
  check (reverses <> id)
);
create index ledger_entries_day on ledger_entries (on_day, id);
create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_rewriting_history();
create trigger ledger_entries_not_emptied before truncate on ledger_entries for each statement execute function refuse_rewriting_history();

create table ledger_postings (
  entry_id uuid not null references ledger_entries,
  ordinal smallint not null,
  account text not null check (account in (
    'receivable', 'payable', 'fees', 'output_tax', 'bank', 'card_clearing', 'debit_clearing', 'suspense', 'bad_debt',
    'bank_fees', 'claim_costs', 'late_charges')),
  restaurant_id uuid references restaurants,
  farm_id uuid references farms,
  yen bigint not null check (yen <> 0),
  primary key (entry_id, ordinal),
  check ((account = 'receivable') = (restaurant_id is not null)),
  check ((account = 'payable') = (farm_id is not null))
);
create index ledger_postings_restaurant on ledger_postings (restaurant_id) where restaurant_id is not null;
create index ledger_postings_farm on ledger_postings (farm_id) where farm_id is not null;
create trigger ledger_postings_append_only before update or delete on ledger_postings for each row execute function refuse_rewriting_history();
create trigger ledger_postings_not_emptied before truncate on ledger_postings for each statement execute function refuse_rewriting_history();

create function refuse_unbalanced_entry() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(yen), 1) from ledger_postings where entry_id = new.id) <> 0 then
    raise exception 'ledger entry % is not balanced', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balanced after insert on ledger_entries
  deferrable initially deferred for each row execute function refuse_unbalanced_entry();

create function refuse_late_posting() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_entries where id = new.entry_id and made_in = pg_current_xact_id()) then
    raise exception 'ledger entry % was made before; it gets no more postings', new.entry_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ledger_postings_with_entry before insert on ledger_postings for each row execute function refuse_late_posting();

-- A month that is closed takes no more entries; what becomes known later belongs to a later month.
create table ledger_months (
  month date primary key check (extract(day from month) = 1),
  closed_at timestamptz not null,
  event_id uuid not null references events
);
create trigger ledger_months_append_only before update or delete on ledger_months for each row execute function refuse_rewriting_history();
create function refuse_closed_month() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_months where month = date_trunc('month', new.on_day)::date) then
    raise exception 'the month of % is closed', new.on_day using errcode = 'check_violation', constraint = 'ledger_month_closed';
  end if;
  return new;
end $$;
create trigger ledger_entries_open_month before insert on ledger_entries for each row execute function refuse_closed_month();

-- A period of a restaurant (its closing day) or a farm, and the charges in it. A charge is in one period of each side.
create table closings (
  id uuid primary key,
  restaurant_id uuid references restaurants,
  farm_id uuid references farms,
  from_on date not null,
  to_on date not null,
  at timestamptz not null,
  check (num_nonnulls(restaurant_id, farm_id) = 1),
  check (from_on <= to_on),
  unique (restaurant_id, to_on),
  unique (farm_id, to_on)
);
create trigger closings_append_only before update or delete on closings for each row execute function refuse_rewriting_history();
create table closing_charges (
  charge_id uuid not null references charges,
  side text not null check (side in ('restaurant', 'farm')),
  closing_id uuid not null references closings,
  primary key (charge_id, side)
);
create index closing_charges_closing on closing_charges (closing_id);
create trigger closing_charges_append_only before update or delete on closing_charges for each row execute function refuse_rewriting_history();

-- Documents as issued. A row never changes: what is wrong is replaced by a new one (supersedes) or declared void.
create table document_series (series text primary key, last integer not null check (last > 0));
create table issued_documents (
  id uuid primary key,
  kind text not null check (kind in ('invoice', 'statement', 'receipt', 'delivery_slip')),
  series text not null references document_series,
  ordinal integer not null check (ordinal > 0),
  number text not null unique,
  restaurant_id uuid references restaurants,
  farm_id uuid references farms,
  closing_id uuid references closings,
  order_id uuid references orders,
  counterparty text not null check (char_length(counterparty) between 1 and 200),
  issued_on date not null,
  from_on date not null,
  to_on date not null,
  due_on date,
  total_yen bigint not null,
  content jsonb not null,
  content_sha256 text not null check (content_sha256 ~ '^[0-9a-f]{64}$'),
  supersedes uuid unique references issued_documents,
  issued_by text not null,
  at timestamptz not null,
  unique (series, ordinal),
  check (supersedes <> id),
  check (num_nonnulls(restaurant_id, farm_id) >= 1)
);
create index issued_documents_restaurant on issued_documents (restaurant_id, issued_on desc) where restaurant_id is not null;
create index issued_documents_farm on issued_documents (farm_id, issued_on desc) where farm_id is not null;
create index issued_documents_closing on issued_documents (closing_id) where closing_id is not null;
create index issued_documents_order on issued_documents (order_id) where order_id is not null;
create trigger issued_documents_append_only before update or delete on issued_documents for each row execute function refuse_rewriting_history();
create trigger issued_documents_not_emptied before truncate on issued_documents for each statement execute function refuse_rewriting_history();
comment on column issued_documents.counterparty is 'the name as it is printed; a later change of name does not reach it';
comment on column issued_documents.total_yen is 'with tax, of this document: an invoice without the carried balance, a statement after the fee, a receipt what was paid';
comment on column issued_documents.content is 'all that is printed: the PDF, the XML and the CSV are made from it alone';
comment on column issued_documents.content_sha256 is 'of the canonical JSON of the content; printed on the document and told by /verify';

create table document_voids (
  document_id uuid primary key references issued_documents,
  reason text not null check (char_length(reason) between 1 and 400),
  event_id uuid not null references events,
  at timestamptz not null
);
create trigger document_voids_append_only before update or delete on document_voids for each row execute function refuse_rewriting_history();
create table document_files (
  document_id uuid not null references issued_documents,
  format text not null check (format in ('pdf', 'xml', 'csv')),
  file_key text not null unique,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  byte_count integer not null check (byte_count > 0),
  at timestamptz not null,
  primary key (document_id, format)
);
create trigger document_files_append_only before update or delete on document_files for each row execute function refuse_rewriting_history();

-- Money that came in, and the invoices it pays. An allocation is undone by another one below zero.
create table payments (
  id uuid primary key,
  event_key text not null unique,
  method text not null check (method in ('transfer', 'direct_debit', 'card')),
  received_on date not null,
  yen bigint not null check (yen <> 0),
  payer text not null,
  at timestamptz not null
);
create trigger payments_append_only before update or delete on payments for each row execute function refuse_rewriting_history();
create table payment_allocations (
  id uuid primary key,
  payment_id uuid not null references payments,
  restaurant_id uuid not null references restaurants,
  document_id uuid references issued_documents,
  yen bigint not null check (yen <> 0),
  reason text not null,
  reverses uuid unique references payment_allocations,
  event_id uuid references events,
  at timestamptz not null
);
create index payment_allocations_payment on payment_allocations (payment_id);
create index payment_allocations_document on payment_allocations (document_id) where document_id is not null;
create index payment_allocations_restaurant on payment_allocations (restaurant_id);
create trigger payment_allocations_append_only before update or delete on payment_allocations for each row execute function refuse_rewriting_history();
comment on column payment_allocations.document_id is 'the invoice it pays; null: credit of the restaurant for its next one';
