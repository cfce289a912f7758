-- Files of banks, their rows, and how the money that came in was matched to invoices.

-- Ours: files of other accounts are refused.
create table own_bank_accounts (
  id uuid primary key,
  bank text not null check (bank ~ '^[0-9]{4}$'),
  branch text not null check (branch ~ '^[0-9]{3}$'),
  number text not null check (number ~ '^[0-9]{7,10}$'),
  name text not null check (char_length(name) between 1 and 100),
  holder_kana text not null check (char_length(holder_kana) between 1 and 100),
  virtual_accounts boolean not null,
  event_id uuid not null references events,
  at timestamptz not null,
  unique (bank, branch, number)
);
comment on column own_bank_accounts.virtual_accounts is 'whether the code of the payer in its files is a virtual account; banks differ';

create table virtual_accounts (
  number text not null check (number ~ '^[0-9]{10}$'),
  restaurant_id uuid not null references restaurants,
  event_id uuid not null references events,
  from_at timestamptz not null,
  ended_at timestamptz check (ended_at >= from_at),
  primary key (number, from_at)
);
comment on column virtual_accounts.number is 'three digits of the branch and seven of the account';
create unique index virtual_accounts_number on virtual_accounts (number) where ended_at is null;
create unique index virtual_accounts_restaurant on virtual_accounts (restaurant_id) where ended_at is null;

create table deposit_settings (
  only_row boolean primary key default true check (only_row),
  books_bank_fees boolean not null default true,
  version integer not null default 1 check (version > 0)
);
comment on column deposit_settings.books_bank_fees is 'a fee of the bank that a payer deducted is ours; otherwise it stays open on the invoice';
insert into deposit_settings default values;

create table bank_files (
  id uuid primary key,
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  name text not null check (char_length(name) between 1 and 200),
  layout text not null,
  bytes bytea not null,
  row_count integer not null check (row_count >= 0),
  account_id uuid references own_bank_accounts,
  event_id uuid not null references events,
  at timestamptz not null
);
comment on column bank_files.bytes is 'as it was uploaded: the evidence of what the bank said';
comment on column bank_files.account_id is 'chosen by the uploader where the file does not name the account';
create trigger bank_files_append_only before update or delete on bank_files for each row execute function refuse_rewriting_history();

create table bank_imports (
  file_id uuid not null references bank_files,
  account_id uuid not null references own_bank_accounts,
  layout text not null,
  from_on date not null,
  to_on date not null check (to_on >= from_on),
  row_count integer not null check (row_count >= 0),
  event_id uuid not null references events,
  at timestamptz not null,
  primary key (file_id, account_id)
);
create index bank_imports_period on bank_imports (account_id, from_on, to_on);
create trigger bank_imports_append_only before update or delete on bank_imports for each row execute function refuse_rewriting_history();

create table bank_rows (
  id uuid primary key,
  file_id uuid not null references bank_files,
  account_id uuid not null references own_bank_accounts,
  row_key text not null,
  ordinal integer not null check (ordinal > 0),
  on_day date not null,
  value_on date not null,
  yen bigint not null check (yen <> 0),
  uncleared_yen bigint not null check (uncleared_yen >= 0),
  payer_kana text not null,
  text text not null,
  virtual_account text check (virtual_account ~ '^[0-9]{10}$'),
  edi text not null,
  nature text not null check (nature in ('deposit', 'withdrawal', 'correction', 'cancellation', 'returned')),
  payment_id uuid unique references payments,
  at timestamptz not null,
  unique (account_id, row_key)
);
create index bank_rows_day on bank_rows (account_id, on_day);
create index bank_rows_file on bank_rows (file_id);
create trigger bank_rows_append_only before update or delete on bank_rows for each row execute function refuse_rewriting_history();
comment on column bank_rows.row_key is 'what the bank calls it, or the SHA-256 of the file and the row';
comment on column bank_rows.payment_id is 'null: a withdrawal, which is posted by what caused it';

-- What an allocation is taken from: the money that came in, or a fee of the bank that we bear.
alter table payment_allocations add column taken_from text not null default 'payment'
  check (taken_from in ('payment', 'bank_fees'));

-- What is settled otherwise than by invoices: a deposit and its cancellation, which together are nothing.
create table deposit_clearings (
  id uuid primary key,
  payment_id uuid not null references payments,
  yen bigint not null check (yen <> 0),
  reason text not null check (char_length(reason) between 1 and 400),
  event_id uuid not null references events,
  at timestamptz not null
);
create index deposit_clearings_payment on deposit_clearings (payment_id);
create trigger deposit_clearings_append_only before update or delete on deposit_clearings for each row execute function refuse_rewriting_history();

-- Put aside until more is known; the newest row counts.
create table deposit_holds (
  payment_id uuid not null references payments,
  held boolean not null,
  note text not null check (char_length(note) <= 400),
  event_id uuid not null references events,
  at timestamptz not null,
  primary key (payment_id, event_id)
);
create trigger deposit_holds_append_only before update or delete on deposit_holds for each row execute function refuse_rewriting_history();

-- Under which names a restaurant pays, as people matched them. A match that is undone takes its name back.
create table payer_names (
  restaurant_id uuid not null references restaurants,
  name_key text not null check (char_length(name_key) between 1 and 100),
  event_id uuid not null references events,
  at timestamptz not null,
  primary key (restaurant_id, name_key)
);
create index payer_names_name on payer_names (name_key);
