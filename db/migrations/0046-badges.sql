-- Badges of a restaurant: their addresses, when they were granted and when they ended, and who signs for them.

-- What a line was when it was ordered. A farm may say something else of its goods later; what was delivered stays what it was.
alter table order_lines add column method text, add column item_key text;
update order_lines set method = products.method, item_key = products.item_key from products where products.id = order_lines.product_id;
alter table order_lines alter column method set not null, alter column item_key set not null;
create function copy_product_to_line() returns trigger language plpgsql as $$
begin
  select method, item_key into new.method, new.item_key from products where id = new.product_id;
  return new;
end $$;
create trigger order_lines_product before insert on order_lines for each row execute function copy_product_to_line();

-- What a restaurant received lately: all that a badge is reckoned from.
create index orders_restaurant_received on orders (restaurant_id, delivered_at)
  where state in ('inspected', 'finalized') and delivered_at is not null;

-- One address for each rule, from the first time it is earned and for as long as the restaurant is with us.
create table badges (
  id uuid primary key,
  restaurant_id uuid not null references restaurants,
  rule text not null check (rule in ('farms', 'organic', 'prefecture', 'season')),
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{22,64}$'),
  created_at timestamptz not null,
  known_until date,
  unique (restaurant_id, rule)
);
comment on column badges.token is '144 random bits: whoever has it was given it by the restaurant';

comment on column badges.known_until is 'the last day on which it holds if nothing more is received, as it was reckoned last while it held';

-- Farms that the restaurant leaves away; all others that qualify are shown.
create table badge_left_farms (
  badge_id uuid not null references badges,
  farm_id uuid not null references farms,
  primary key (badge_id, farm_id)
);

-- When a badge was granted and when it ended, in turns.
create table badge_turns (
  badge_id uuid not null references badges,
  ordinal integer not null check (ordinal > 0),
  kind text not null check (kind = case when ordinal % 2 = 1 then 'granted' else 'ended' end),
  rule_version smallint not null check (rule_version > 0),
  -- granted: the day, and the day on which it would end; ended: the first and the last day on which it was valid
  from_on date not null,
  until_on date not null check (until_on >= from_on),
  event_id uuid not null references events,
  at timestamptz not null,
  primary key (badge_id, ordinal)
);
create trigger badge_turns_append_only before update or delete on badge_turns for each row execute function refuse_rewriting_history();
create trigger badge_turns_not_emptied before truncate on badge_turns for each statement execute function refuse_rewriting_history();

-- Whose badges have to be looked at again, and when. Only written to here and taken away by the job, so that two orders of one
-- restaurant do not wait for each other.
create table badge_checks (
  restaurant_id uuid references restaurants,
  farm_id uuid references farms,
  due_at timestamptz not null default 'epoch',
  check (num_nonnulls(restaurant_id, farm_id) = 1)
);
insert into badge_checks (restaurant_id)
select distinct restaurant_id from orders where state in ('inspected', 'finalized') and delivered_at > now() - interval '4 months';
create index badge_checks_due on badge_checks (due_at);
create index badge_checks_restaurant on badge_checks (restaurant_id) where restaurant_id is not null;

create function check_badges_of_restaurant() returns trigger language plpgsql as $$
begin
  insert into badge_checks (restaurant_id) values (new.restaurant_id);
  return null;
end $$;
create trigger orders_to_badges after update of state on orders
  for each row when (old.state is distinct from new.state and (new.state in ('inspected', 'finalized') or old.state in ('inspected', 'finalized')))
  execute function check_badges_of_restaurant();
create trigger claims_to_badges after update of state on claims
  for each row when (old.state is distinct from new.state) execute function check_badges_of_restaurant();
create trigger claims_opened_to_badges after insert on claims for each row execute function check_badges_of_restaurant();

create function check_badges_of_corrected() returns trigger language plpgsql as $$
begin
  insert into badge_checks (restaurant_id) select restaurant_id from orders where id = new.order_id;
  return null;
end $$;
create trigger corrections_to_badges after insert on corrections for each row execute function check_badges_of_corrected();

create function check_badges_of_self() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'farms' then insert into badge_checks (farm_id) values (new.id);
  else insert into badge_checks (restaurant_id) values (new.id);
  end if;
  return null;
end $$;
create trigger farms_to_badges after update of status, prefecture_code on farms
  for each row when ((old.status, old.prefecture_code) is distinct from (new.status, new.prefecture_code)) execute function check_badges_of_self();
create trigger restaurants_to_badges after update of status on restaurants
  for each row when (old.status is distinct from new.status) execute function check_badges_of_self();

-- Which papers a farm has ever named as proof of a way of growing: the one of last year still speaks for last year.
create table method_papers (
  farm_id uuid not null references farms,
  method text not null,
  document_id uuid not null references documents,
  primary key (farm_id, method, document_id)
);
insert into method_papers (farm_id, method, document_id)
select farm_id, method, document_id from farm_methods where document_id is not null;

create function check_badges_of_papers() returns trigger language plpgsql as $$
begin
  insert into badge_checks (farm_id) values (case when tg_op = 'DELETE' then old.farm_id else new.farm_id end);
  return null;
end $$;
create function note_method_paper() returns trigger language plpgsql as $$
begin
  insert into method_papers (farm_id, method, document_id) values (new.farm_id, new.method, new.document_id)
  on conflict do nothing;
  return null;
end $$;
create trigger farm_methods_papers after insert or update on farm_methods
  for each row when (new.document_id is not null) execute function note_method_paper();
create trigger documents_to_badges after update of checked_at, removed_at, expires_on, issued_on, authority on documents
  for each row when (new.farm_id is not null and new.kind = 'certificate') execute function check_badges_of_papers();
create trigger farm_methods_to_badges after insert or update or delete on farm_methods
  for each row execute function check_badges_of_papers();

-- Who signs the evidence: Ed25519. The private half is sealed; of a key that signs no more it is gone, the public half stays published.
create table badge_keys (
  kid text primary key check (kid ~ '^[A-Za-z0-9_-]{43}$'),
  public_x text not null unique check (public_x ~ '^[A-Za-z0-9_-]{43}$'),
  sealed_private text,
  created_at timestamptz not null,
  retired_at timestamptz,
  check ((sealed_private is null) = (retired_at is not null))
);
create unique index badge_keys_signing on badge_keys ((true)) where retired_at is null;
