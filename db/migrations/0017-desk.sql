-- The desk of the administrators: looking through somebody's eyes, and lost second factors of people.

-- Ten minutes in which a member of staff sees the screens of a person, and changes nothing. It ends with their session.
create table staff_views (
  id uuid primary key,
  hash bytea not null unique check (octet_length(hash) = 32),
  session_hash bytea references sessions on update cascade on delete set null,
  admin_id uuid not null references admins,
  person_id uuid not null references people,
  -- as whose member; a person who works nowhere has none
  membership_id uuid references memberships on delete cascade,
  reason text not null check (char_length(reason) between 1 and 400),
  began_at timestamptz not null,
  until timestamptz not null check (until > began_at),
  ended_at timestamptz,
  -- so that a page that is loaded twice in a row stands once in the history
  last_path text
);
create index staff_views_open on staff_views (until) where ended_at is null;
create index staff_views_session on staff_views (session_hash) where session_hash is not null;

-- The lost second factor of a person, as that of an administrator: one of us asks, having checked who it is, another confirms.
alter table factor_resets
  alter column admin_id drop not null,
  add column person_id uuid references people,
  -- how we know that it is them
  add column proof text check (proof in ('called_back', 'papers', 'in_person')),
  add check (num_nonnulls(admin_id, person_id) = 1),
  add check ((person_id is null) = (proof is null));
create unique index factor_resets_open_person on factor_resets (person_id) where ended_at is null and person_id is not null;
