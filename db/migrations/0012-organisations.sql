-- Organisations from within: who works there and what they may do, invitations, kitchens that come and go,
-- and orders that wait for the owner's word.

-- What a helper of a farm may do: look (見る), pack and send (箱づめ), everything (ぜんぶ). Restaurants limit money instead.
alter table memberships
  add column rights text not null default 'all' check (rights in ('see', 'pack', 'all')),
  add check (role <> 'owner' or (rights = 'all' and order_limit_yen is null)) not valid,
  add check (restaurant_id is null or rights = 'all') not valid,
  add check (farm_id is null or order_limit_yen is null) not valid;

-- For whom somebody acts in this session, and where they begin next time; null: their first place.
alter table people add column last_membership_id uuid references memberships on delete set null;
alter table sessions add column membership_id uuid references memberships on delete set null;
create index sessions_membership on sessions (membership_id) where membership_id is not null;
create index people_last_membership on people (last_membership_id) where last_membership_id is not null;

create table invitations (
  id uuid primary key,
  farm_id uuid references farms,
  restaurant_id uuid references restaurants,
  -- null: only shown as a QR code
  email text check (email = lower(email)),
  role text not null check (role in ('owner', 'staff')),
  rights text not null check (rights in ('see', 'pack', 'all')),
  order_limit_yen integer check (order_limit_yen > 0),
  invited_by uuid not null references people,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  accepted_by uuid references people,
  -- accepted, taken back, or written anew
  ended_at timestamptz,
  check (num_nonnulls(farm_id, restaurant_id) = 1),
  check (role <> 'owner' or (rights = 'all' and order_limit_yen is null)),
  check (restaurant_id is null or rights = 'all'),
  check (farm_id is null or order_limit_yen is null),
  check (accepted_by is null or ended_at is not null)
);
create unique index invitations_farm on invitations (farm_id, email) where ended_at is null and farm_id is not null;
create unique index invitations_restaurant on invitations (restaurant_id, email)
  where ended_at is null and restaurant_id is not null;

alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check check (purpose in (
  'verify_email', 'reset_password', 'change_email', 'recover_email', 'second_factor', 'passkey', 'admin_invitation', 'device',
  'member_invitation'
));
create index one_time_codes_invitation on one_time_codes ((data ->> 'invitationId')) where purpose = 'member_invitation';

-- A kitchen that is closed takes nothing more; its orders stay what they are.
alter table kitchens
  add column version integer not null default 1 check (version > 0),
  add column closed_at timestamptz;

-- Orders above a limit, for the owner's home.
create index orders_waiting_for_approval on orders (restaurant_id, placed_at) where state = 'pending_approval';
