-- 口座振替: what a restaurant has agreed with its bank, what our bank is asked to collect, and what it answers.

-- Our side of it, one row. Without the code of the collector nothing is offered.
create table debit_settings (
  id boolean primary key default true check (id),
  collector_code text not null default '' check (collector_code ~ '^([0-9]{10})?$'),
  collector_name text not null default '' check (char_length(collector_name) <= 40),
  bank_code text not null default '' check (bank_code ~ '^([0-9]{4})?$'),
  branch_code text not null default '' check (branch_code ~ '^([0-9]{3})?$'),
  type text not null default '1' check (type in ('1', '2')),
  number text not null default '' check (number ~ '^([0-9]{7})?$'),
  lead_days smallint not null default 5 check (lead_days between 1 and 20),
  version integer not null default 1,
  check (collector_code = '' or (collector_name <> '' and bank_code <> '' and branch_code <> '' and number <> ''))
);
insert into debit_settings default values;
comment on column debit_settings.collector_code is '委託者番号, which the bank gives';
comment on column debit_settings.lead_days is 'by how many bank days before the day of collection the bank wants the file';

create sequence debit_customers maxvalue 99999999999999999;

create table debit_agreements (
  id uuid primary key,
  restaurant_id uuid not null references restaurants,
  customer text not null unique check (customer ~ '^[0-9]{20}$'),
  bank_code text not null check (bank_code ~ '^[0-9]{4}$'),
  bank_name text not null,
  bank_kana text not null,
  branch_code text not null check (branch_code ~ '^[0-9]{3}$'),
  branch_name text not null,
  branch_kana text not null,
  type text not null check (type in ('1', '2')),
  sealed_number text not null,
  last_digits text not null check (last_digits ~ '^[0-9]{3}$'),
  sealed_holder text not null,
  asked_by uuid not null references people,
  asked_at timestamptz not null,
  agreed_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('refused', 'withdrawn', 'replaced', 'stopped')),
  note text not null default '' check (char_length(note) <= 400),
  check ((ended_at is null) = (end_reason is null)),
  check (end_reason not in ('refused', 'withdrawn') or agreed_at is null),
  check (end_reason <> 'stopped' or agreed_at is not null)
);
create index debit_agreements_restaurant on debit_agreements (restaurant_id, asked_at desc);
create unique index debit_agreements_asked on debit_agreements (restaurant_id) where agreed_at is null and ended_at is null;
create unique index debit_agreements_agreed on debit_agreements (restaurant_id) where agreed_at is not null and ended_at is null;
comment on column debit_agreements.customer is '顧客番号: by it the bank names the account in its results';

-- What was given does not change; another account is another row.
create trigger debit_agreements_stay before update on debit_agreements for each row
  when ((old.restaurant_id, old.customer, old.bank_code, old.branch_code, old.type, old.sealed_number, old.sealed_holder, old.asked_at)
    is distinct from (new.restaurant_id, new.customer, new.bank_code, new.branch_code, new.type, new.sealed_number, new.sealed_holder, new.asked_at)
    or old.ended_at is not null)
  execute function refuse_rewriting_history();
create trigger debit_agreements_kept before delete on debit_agreements for each row execute function refuse_rewriting_history();

create table debit_runs (
  id uuid primary key,
  debit_on date not null,
  collector_code text not null check (collector_code ~ '^[0-9]{10}$'),
  item_count integer not null check (item_count > 0),
  total_yen bigint not null check (total_yen > 0),
  made_by uuid not null references admins,
  made_at timestamptz not null,
  file_at timestamptz,
  cancelled_by uuid references admins,
  cancelled_at timestamptz,
  check ((cancelled_by is null) = (cancelled_at is null))
);
create index debit_runs_day on debit_runs (debit_on desc);
create trigger debit_runs_stay before update on debit_runs for each row
  when ((old.debit_on, old.collector_code, old.item_count, old.total_yen, old.made_by, old.made_at)
    is distinct from (new.debit_on, new.collector_code, new.item_count, new.total_yen, new.made_by, new.made_at)
    or old.cancelled_at is not null)
  execute function refuse_rewriting_history();
create trigger debit_runs_kept before delete on debit_runs for each row execute function refuse_rewriting_history();
comment on column debit_runs.file_at is 'when its file was first made';

-- One row per invoice; the invoices of a restaurant in one run are one record of the file.
create table debit_items (
  id uuid primary key,
  run_id uuid not null references debit_runs,
  agreement_id uuid not null references debit_agreements,
  restaurant_id uuid not null references restaurants,
  document_id uuid not null references issued_documents,
  yen bigint not null check (yen > 0),
  outcome text check (outcome in (
    'paid', 'short', 'no_account', 'stopped_by_payer', 'no_mandate', 'stopped_by_collector', 'other', 'cancelled')),
  ended_at timestamptz,
  unique (run_id, document_id),
  check ((outcome is null) = (ended_at is null))
);
create unique index debit_items_live on debit_items (document_id) where ended_at is null;
create index debit_items_document on debit_items (document_id);
create index debit_items_agreement on debit_items (agreement_id);
create trigger debit_items_stay before update on debit_items for each row
  when ((old.run_id, old.agreement_id, old.restaurant_id, old.document_id, old.yen)
    is distinct from (new.run_id, new.agreement_id, new.restaurant_id, new.document_id, new.yen))
  execute function refuse_rewriting_history();
create trigger debit_items_kept before delete on debit_items for each row execute function refuse_rewriting_history();

create table debit_results (
  id uuid primary key,
  run_id uuid not null references debit_runs,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  name text not null check (char_length(name) between 1 and 200),
  bytes bytea not null,
  event_id uuid not null references events,
  at timestamptz not null,
  undone_at timestamptz
);
create unique index debit_results_live on debit_results (run_id) where undone_at is null;
create trigger debit_results_kept before delete on debit_results for each row execute function refuse_rewriting_history();

create table debit_payments (
  payment_id uuid primary key references payments,
  result_id uuid not null references debit_results,
  match_id uuid not null references events
);
create index debit_payments_result on debit_payments (result_id);
create trigger debit_payments_append_only before update or delete on debit_payments for each row execute function refuse_rewriting_history();
comment on column debit_payments.match_id is 'the event of its allocations, by which they are undone';
