-- Programs: short access tokens with refresh tokens that rotate, tokens for integrations, and tokens that work once.

-- A program's row is found by its access token and outlives it: it ends like a device when nobody refreshes it. The
-- tokens of before had no end of their own, so programs sign in once more.
delete from sessions where channel = 'bearer';
alter table sessions
  add column access_until timestamptz,
  add check ((channel = 'bearer') = (access_until is not null));

-- Only the SHA-256 is kept. One that was spent stays as long as its session, so that a second use is noticed.
create table refresh_tokens (
  hash bytea primary key check (octet_length(hash) = 32),
  session_hash bytea not null references sessions on update cascade on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  spent_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_hash);
create index refresh_tokens_end on refresh_tokens (expires_at);

-- What an organisation's own software shows; it may what its maker may, within its scopes. Revoked is gone.
create table api_tokens (
  id uuid primary key,
  -- the readable part, to tell them apart; the secret is kept as its SHA-256 only
  prefix text not null unique check (prefix ~ '^[0-9a-z]{10}$'),
  hash bytea not null unique check (octet_length(hash) = 32),
  person_id uuid not null references people,
  -- for which farm or restaurant it acts; who leaves takes the token with them
  membership_id uuid not null references memberships on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  scopes text[] not null check (array_length(scopes, 1) between 1 and 20),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  last_used_at timestamptz
);
create index api_tokens_person on api_tokens (person_id, created_at);
create index api_tokens_membership on api_tokens (membership_id);

-- Signed tokens that work once: their number, until they would have ended anyway.
create table used_tokens (
  hash bytea primary key check (octet_length(hash) = 32),
  expires_at timestamptz not null
);
create index used_tokens_end on used_tokens (expires_at);
