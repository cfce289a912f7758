-- When the provider was last asked whether the account behind a session still holds.
alter table sessions add column provider_checked_at timestamptz;
create index sessions_of_provider on sessions (provider, seen_at) where provider <> 'embedded';
