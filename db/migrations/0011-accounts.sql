-- How people come to us and prove who they are; what their organisation hands in, and what staff decide about it.

alter table people
  add column name_kana text not null default '',
  add column closed_at timestamptz;

-- A sign-up under way: nothing of it is an account until it is confirmed. One per browser, found by a cookie.
create table signup_drafts (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  side text check (side in ('restaurant', 'farm')),
  email text check (email = lower(email)),
  -- what was typed, field by field
  profile jsonb not null default '{}' check (jsonb_typeof(profile) = 'object'),
  -- goes up with every save; who saves names the one they saw, or is the window that saved last
  version integer not null default 1 check (version > 0),
  saved_by text,
  -- when the mail with the link was sent; the person is null where the address had an account already
  committed_at timestamptz,
  person_id uuid references people,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (committed_at is null or (side is not null and email is not null))
);
create index signup_drafts_end on signup_drafts (expires_at);
create index signup_drafts_person on signup_drafts (person_id) where person_id is not null;

-- What was agreed to for an account that was never proven goes with the account; all other consents stay for ever.
create function keep_consents() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from people where id = old.person_id and email_verified_at is null and closed_at is null) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
drop trigger consents_append_only on consents;
create trigger consents_append_only before update or delete on consents for each row execute function keep_consents();

-- Links in mails and other secrets that work once. Only the SHA-256 is kept.
create table one_time_codes (
  hash bytea primary key check (octet_length(hash) = 32),
  purpose text not null check (purpose in (
    'verify_email', 'reset_password', 'change_email', 'recover_email', 'second_factor', 'passkey', 'admin_invitation', 'device'
  )),
  person_id uuid references people,
  admin_id uuid references admins,
  email text,
  data jsonb not null default '{}',
  tries smallint not null default 0 check (tries >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz,
  check (num_nonnulls(person_id, admin_id) <= 1)
);
create index one_time_codes_person on one_time_codes (person_id, purpose) where person_id is not null;
create index one_time_codes_admin on one_time_codes (admin_id, purpose) where admin_id is not null;
create index one_time_codes_end on one_time_codes (expires_at);

-- The secret is sealed with the key of the installation: a copy of the database alone makes no codes.
create table totp_secrets (
  id uuid primary key,
  person_id uuid unique references people,
  admin_id uuid unique references admins,
  sealed_secret text not null check (sealed_secret <> ''),
  -- the last 30-second step that was used, so that a code works once
  last_step integer,
  created_at timestamptz not null,
  -- until a first code was right it protects nothing
  confirmed_at timestamptz,
  check (num_nonnulls(person_id, admin_id) = 1)
);

create table backup_codes (
  hash bytea primary key check (octet_length(hash) = 32),
  person_id uuid references people,
  admin_id uuid references admins,
  created_at timestamptz not null,
  used_at timestamptz,
  check (num_nonnulls(person_id, admin_id) = 1)
);
create index backup_codes_person on backup_codes (person_id) where person_id is not null;
create index backup_codes_admin on backup_codes (admin_id) where admin_id is not null;

create table passkeys (
  credential_id text primary key check (credential_id <> ''),
  person_id uuid references people,
  admin_id uuid references admins,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  backed_up boolean not null,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz,
  check (num_nonnulls(person_id, admin_id) = 1)
);
create index passkeys_person on passkeys (person_id) where person_id is not null;
create index passkeys_admin on passkeys (admin_id) where admin_id is not null;

-- The lost second factor of an administrator, taken away by two colleagues (four eyes): one asks, another one confirms.
create table factor_resets (
  id uuid primary key,
  admin_id uuid not null references admins,
  reason text not null check (char_length(reason) between 1 and 400),
  asked_by uuid not null references admins check (asked_by <> admin_id),
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  confirmed_by uuid references admins check (confirmed_by <> asked_by and confirmed_by <> admin_id),
  ended_at timestamptz,
  check (confirmed_by is null or ended_at is not null)
);
create unique index factor_resets_open on factor_resets (admin_id) where ended_at is null;

-- What an organisation says about itself when it asks to be let in.
alter table farms
  add column version integer not null default 1 check (version > 0),
  add column party_type text not null default 'sole_trader' check (party_type in ('corporation', 'sole_trader')),
  add column legal_name text not null default '',
  add column representative_kana text not null default '',
  add column building text not null default '',
  -- what is sold decides which permits staff ask for
  add column goods_kinds text[] not null default '{}',
  add column submitted_at timestamptz,
  add column reviewed_at timestamptz,
  -- what the applicant reads: what is missing, and why
  add column status_reason text check (char_length(status_reason) between 1 and 2000),
  add check (status not in ('returned', 'rejected', 'suspended') or status_reason is not null) not valid;
alter table restaurants
  add column version integer not null default 1 check (version > 0),
  add column party_type text not null default 'sole_trader' check (party_type in ('corporation', 'sole_trader')),
  add column legal_name text not null default '',
  add column representative_kana text not null default '',
  add column phone text not null default '',
  add column invoice_registration_number text check (invoice_registration_number ~ '^T[1-9]\d{12}$'),
  add column submitted_at timestamptz,
  add column reviewed_at timestamptz,
  add column status_reason text check (char_length(status_reason) between 1 and 2000),
  add check (status not in ('returned', 'rejected', 'suspended') or status_reason is not null) not valid;
create index farms_waiting on farms (submitted_at) where status = 'submitted';
create index restaurants_waiting on restaurants (submitted_at) where status = 'submitted';
-- The list of members: newest first, and who stands behind each.
create index farms_applied on farms ((coalesce(submitted_at, created_at)), id);
create index restaurants_applied on restaurants ((coalesce(submitted_at, created_at)), id);
create index memberships_of_farm on memberships (farm_id, role, id) where farm_id is not null;
create index memberships_of_restaurant on memberships (restaurant_id, role, id) where restaurant_id is not null;

-- Papers: licences, permits, certificates. The bytes are in the file store; they are nobody's but the organisation's and staff's.
create table documents (
  id uuid primary key,
  kind text not null check (kind in ('business_licence', 'permit', 'notification', 'certificate', 'other')),
  draft_hash bytea references signup_drafts on delete cascade,
  farm_id uuid references farms,
  restaurant_id uuid references restaurants,
  file_key text not null unique check (file_key ~ '^[0-9a-z]{32}$'),
  media_type text not null check (media_type in ('image/webp', 'application/pdf')),
  file_name text not null check (char_length(file_name) between 1 and 120),
  byte_count integer not null check (byte_count > 0),
  number text not null default '',
  authority text not null default '',
  holder text not null default '',
  issued_on date,
  expires_on date check (expires_on >= issued_on),
  added_at timestamptz not null,
  removed_at timestamptz,
  checked_at timestamptz,
  checked_by uuid references admins,
  check (num_nonnulls(draft_hash, farm_id, restaurant_id) = 1),
  check ((checked_at is null) = (checked_by is null))
);
create index documents_draft on documents (draft_hash) where draft_hash is not null;
create index documents_farm on documents (farm_id) where farm_id is not null;
create index documents_restaurant on documents (restaurant_id) where restaurant_id is not null;
create index documents_expiry on documents (expires_on) where removed_at is null and expires_on is not null;

-- Who did what to whom, beyond orders.
alter table events drop constraint events_actor_kind_check;
alter table events
  add check (actor_kind in ('buyer', 'buyer_approver', 'farm', 'staff', 'system', 'carrier', 'instruction', 'person', 'visitor')),
  add column about_person_id uuid references people,
  add column about_admin_id uuid references admins,
  add column about_farm_id uuid references farms,
  add column about_restaurant_id uuid references restaurants,
  add column about_document_id uuid references documents;
create index events_about_person on events (about_person_id, at, id) where about_person_id is not null;
create index events_about_admin on events (about_admin_id, at, id) where about_admin_id is not null;
create index events_about_farm on events (about_farm_id, at, id) where about_farm_id is not null;
create index events_about_restaurant on events (about_restaurant_id, at, id) where about_restaurant_id is not null;
create index events_newest on events (at desc, id desc);
create index events_by_admin on events (admin_id, at desc, id desc) where admin_id is not null;
create index events_by_person on events (person_id, at desc, id desc) where person_id is not null;
create index events_of_kind on events (kind, at desc, id desc);

-- What staff tell everybody, or one side.
create table announcements (
  id uuid primary key,
  version integer not null default 1 check (version > 0),
  audience text not null check (audience in ('everybody', 'restaurants', 'farms')),
  title text not null check (char_length(title) between 1 and 80),
  body text not null check (char_length(body) between 1 and 4000),
  by_mail boolean not null,
  -- shown from … until (null: until it is withdrawn)
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  created_by uuid not null references admins,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  mailed_at timestamptz
);
create index announcements_shown on announcements (starts_at desc, id) where withdrawn_at is null;

create table announcement_readings (
  announcement_id uuid not null references announcements,
  person_id uuid not null references people,
  at timestamptz not null,
  primary key (announcement_id, person_id)
);

-- A filter an administrator comes back to.
create table saved_views (
  id uuid primary key,
  admin_id uuid not null references admins,
  page text not null check (page <> ''),
  name text not null check (char_length(name) between 1 and 40),
  query text not null check (char_length(query) <= 1000),
  created_at timestamptz not null,
  unique (admin_id, page, name)
);

alter table inquiries add column assigned_to uuid references admins;
create index inquiries_assigned on inquiries (assigned_to, sent_at) where state <> 'done';
