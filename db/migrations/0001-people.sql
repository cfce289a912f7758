-- Who people are, and the farms and restaurants they belong to.

create table people (
  id uuid primary key,
  email text not null check (email = lower(email) and email like '%_@_%'),
  name text not null check (name <> ''),
  email_verified_at timestamptz,
  suspended_at timestamptz,
  created_at timestamptz not null
);
create unique index people_email on people (email);

-- Looked up by subject, never by e-mail: an e-mail address changes hands.
create table identities (
  provider text not null check (provider in ('embedded', 'firebase')),
  issuer text not null,
  subject text not null,
  person_id uuid not null references people,
  email text,
  primary key (provider, issuer, subject)
);
create index identities_person on identities (person_id);

create table passwords (
  person_id uuid primary key references people,
  phc text not null check (phc like '$argon2id$%'),
  changed_at timestamptz not null
);

-- A table of their own, so that no bug in writing a person can make an administrator.
create table admins (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  phc text not null check (phc like '$argon2id$%'),
  disabled_at timestamptz,
  created_at timestamptz not null
);

-- The token itself is never stored, only its SHA-256.
create table sessions (
  id_hash bytea primary key check (octet_length(id_hash) = 32),
  person_id uuid references people,
  admin_id uuid references admins,
  channel text not null check (channel in ('cookie', 'bearer')),
  provider text not null,
  provider_handle text,
  aal smallint not null default 1 check (aal in (1, 2)),
  amr text[] not null,
  auth_time timestamptz not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  idle_until timestamptz not null,
  abs_until timestamptz not null,
  ip text,
  user_agent text,
  check (num_nonnulls(person_id, admin_id) = 1)
);
create index sessions_person on sessions (person_id) where person_id is not null;
create index sessions_admin on sessions (admin_id) where admin_id is not null;
create index sessions_end on sessions (abs_until);

create table throttle (
  key text primary key,
  n integer not null check (n > 0),
  until timestamptz not null
);

create table farms (
  id uuid primary key,
  name text not null check (name <> ''),
  kana text not null,
  crest text not null check (char_length(crest) = 1),
  representative text not null,
  story text not null default '',
  postal_code text not null check (postal_code ~ '^\d{7}$'),
  prefecture_code text not null check (prefecture_code ~ '^(0[1-9]|[1-3]\d|4[0-7])$'),
  city text not null,
  street text not null,
  place text not null,
  phone text not null,
  picture text not null,
  status text not null check (status in ('draft', 'submitted', 'approved', 'returned', 'rejected', 'suspended', 'closed')),
  invoice_registration_number text check (invoice_registration_number ~ '^T[1-9]\d{12}$'),
  commission_bp integer not null check (commission_bp between 0 and 5000),
  ship_weekdays smallint[] not null check (array_length(ship_weekdays, 1) between 1 and 7 and ship_weekdays <@ '{0,1,2,3,4,5,6}'::smallint[]),
  ships_on_holidays boolean not null,
  packing_minute smallint not null check (packing_minute between 0 and 1439),
  cutoff_hours_before_packing smallint not null check (cutoff_hours_before_packing between 0 and 168),
  answer_hours_after_cutoff smallint not null default 2 check (answer_hours_after_cutoff between 0 and 72),
  auto_accept boolean not null default false,
  free_freight_from_yen integer check (free_freight_from_yen > 0),
  min_order_yen integer not null default 0 check (min_order_yen >= 0),
  created_at timestamptz not null
);
comment on column farms.place is 'short name of the place for seals and cards: 八代';
comment on column farms.commission_bp is 'commission in basis points; 1200 is 12 %';

create table farm_vacations (
  id uuid primary key,
  farm_id uuid not null references farms,
  from_on date not null,
  to_on date not null check (to_on >= from_on),
  note text not null default ''
);
create index farm_vacations_farm on farm_vacations (farm_id, to_on);

create table restaurants (
  id uuid primary key,
  name text not null check (name <> ''),
  kana text not null,
  crest text not null check (char_length(crest) = 1),
  representative text not null,
  business_type text not null,
  status text not null check (status in ('draft', 'submitted', 'approved', 'returned', 'rejected', 'suspended', 'closed')),
  created_at timestamptz not null
);

create table kitchens (
  id uuid primary key,
  restaurant_id uuid not null references restaurants,
  name text not null,
  postal_code text not null check (postal_code ~ '^\d{7}$'),
  prefecture_code text not null check (prefecture_code ~ '^(0[1-9]|[1-3]\d|4[0-7])$'),
  city text not null,
  street text not null,
  building text not null default '',
  place text not null,
  phone text not null,
  receiving_weekdays smallint[] not null check (array_length(receiving_weekdays, 1) between 1 and 7 and receiving_weekdays <@ '{0,1,2,3,4,5,6}'::smallint[]),
  receiving_note text not null default '',
  default_slot text not null check (default_slot in ('none', 'am', '14-16', '16-18', '18-20', '19-21'))
);
create index kitchens_restaurant on kitchens (restaurant_id);

create table kitchen_closures (
  kitchen_id uuid not null references kitchens,
  closed_on date not null,
  primary key (kitchen_id, closed_on)
);

create table memberships (
  id uuid primary key,
  person_id uuid not null references people,
  farm_id uuid references farms,
  restaurant_id uuid references restaurants,
  role text not null check (role in ('owner', 'staff')),
  order_limit_yen integer check (order_limit_yen > 0),
  check (num_nonnulls(farm_id, restaurant_id) = 1)
);
create unique index memberships_farm on memberships (person_id, farm_id) where farm_id is not null;
create unique index memberships_restaurant on memberships (person_id, restaurant_id) where restaurant_id is not null;
