-- Where a farm is paid, and the runs that pay it.

-- bank_account: the link by which an owner confirms a bank account
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check check (purpose in (
  'verify_email', 'reset_password', 'change_email', 'recover_email', 'second_factor', 'passkey', 'admin_invitation', 'device',
  'member_invitation', 'phone_code', 'social', 'stop_change', 'bank_account'
));

create table bank_accounts (
  id uuid primary key,
  farm_id uuid not null references farms,
  bank_code text not null check (bank_code ~ '^[0-9]{4}$'),
  bank_name text not null,
  bank_kana text not null,
  branch_code text not null check (branch_code ~ '^[0-9]{3}$'),
  branch_name text not null,
  branch_kana text not null,
  type text not null check (type in ('1', '2', '4')),
  sealed_number text not null,
  last_digits text not null check (last_digits ~ '^[0-9]{3}$'),
  sealed_holder text not null,
  asked_by uuid not null references people,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  usable_from timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('cancelled', 'stopped', 'replaced')),
  blocked_at timestamptz,
  check ((confirmed_at is null) = (usable_from is null)),
  check (usable_from >= confirmed_at + interval '72 hours'),
  check ((ended_at is null) = (end_reason is null)),
  check (ended_at is null or usable_from is null or ended_at < usable_from),
  check (blocked_at is null or (usable_from is not null and ended_at is null))
);
create index bank_accounts_farm on bank_accounts (farm_id, usable_from desc);
create unique index bank_accounts_unconfirmed on bank_accounts (farm_id) where confirmed_at is null and ended_at is null;
comment on column bank_accounts.ended_at is 'before it was used; an account in use is followed by the next one';
comment on column bank_accounts.blocked_at is 'a transfer to it came back: nothing is paid until the farm gives another one';

-- What was given does not change; another account is another row.
create trigger bank_accounts_stay before update on bank_accounts for each row
  when ((old.farm_id, old.bank_code, old.branch_code, old.type, old.sealed_number, old.sealed_holder, old.asked_at)
    is distinct from (new.farm_id, new.bank_code, new.branch_code, new.type, new.sealed_number, new.sealed_holder, new.asked_at))
  execute function refuse_rewriting_history();
create trigger bank_accounts_kept before delete on bank_accounts for each row execute function refuse_rewriting_history();

-- Our own account, and the terms of paying. One row.
create table payout_settings (
  id boolean primary key default true check (id),
  sender_code text not null default '' check (sender_code ~ '^([0-9]{10})?$'),
  sender_name text not null default '' check (char_length(sender_name) <= 40),
  bank_code text not null default '' check (bank_code ~ '^([0-9]{4})?$'),
  branch_code text not null default '' check (branch_code ~ '^([0-9]{3})?$'),
  type text not null default '1' check (type in ('1', '2')),
  number text not null default '' check (number ~ '^([0-9]{7})?$'),
  least_yen bigint not null default 1 check (least_yen >= 1),
  transfer_fee_yen bigint not null default 0 check (transfer_fee_yen >= 0),
  version integer not null default 1
);
insert into payout_settings default values;

create table pay_runs (
  id uuid primary key,
  pay_on date not null,
  item_count integer not null check (item_count > 0),
  total_yen bigint not null check (total_yen > 0),
  made_by uuid not null references admins,
  made_at timestamptz not null,
  released_by uuid references admins,
  released_at timestamptz,
  sent_by uuid references admins,
  sent_at timestamptz,
  cancelled_by uuid references admins,
  cancelled_at timestamptz,
  check ((released_by is null) = (released_at is null)),
  check ((sent_by is null) = (sent_at is null)),
  check ((cancelled_by is null) = (cancelled_at is null)),
  check (released_by <> made_by),
  check (sent_at is null or released_at is not null),
  check (sent_at is null or cancelled_at is null)
);
create index pay_runs_day on pay_runs (pay_on desc);
create trigger pay_runs_stay before update on pay_runs for each row
  when ((old.pay_on, old.item_count, old.total_yen, old.made_by, old.made_at)
    is distinct from (new.pay_on, new.item_count, new.total_yen, new.made_by, new.made_at)
    or (old.sent_at is not null and old is distinct from new))
  execute function refuse_rewriting_history();
create trigger pay_runs_kept before delete on pay_runs for each row execute function refuse_rewriting_history();

create table pay_run_items (
  id uuid primary key,
  run_id uuid not null references pay_runs,
  ordinal integer not null check (ordinal > 0),
  farm_id uuid not null references farms,
  document_id uuid not null references issued_documents,
  part text not null check (part in ('net', 'held')),
  bank_account_id uuid not null references bank_accounts,
  yen bigint not null check (yen > 0),
  held_yen bigint not null check (held_yen >= 0),
  ended_at timestamptz,
  outcome text check (outcome in ('cancelled', 'returned', 'refused')),
  ended_on date,
  unique (run_id, ordinal),
  check (num_nonnulls(ended_at, outcome, ended_on) in (0, 3)),
  check (part = 'net' or held_yen = 0)
);
create unique index pay_run_items_live on pay_run_items (document_id, part) where ended_at is null;
create index pay_run_items_farm on pay_run_items (farm_id);
create trigger pay_run_items_stay before update on pay_run_items for each row
  when (old.ended_at is not null
    or (old.run_id, old.ordinal, old.farm_id, old.document_id, old.part, old.bank_account_id, old.yen, old.held_yen)
    is distinct from (new.run_id, new.ordinal, new.farm_id, new.document_id, new.part, new.bank_account_id, new.yen, new.held_yen))
  execute function refuse_rewriting_history();
create trigger pay_run_items_kept before delete on pay_run_items for each row execute function refuse_rewriting_history();
comment on column pay_run_items.part is 'a statement is paid once; what was held because of a dispute is paid once more when that is settled';
