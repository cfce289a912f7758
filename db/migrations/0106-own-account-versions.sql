-- An account of ours is corrected by a new version, and ended: no file of it is imported any more; its history stays.

alter table own_bank_accounts
  add column ended_at timestamptz,
  add column version integer not null default 1 check (version > 0);
comment on column own_bank_accounts.ended_at is 'no file of it is imported from then on; its rows and their matches stay';
