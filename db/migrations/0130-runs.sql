-- A route run (共同便): a van of one farm that brings the goods of several farms to the kitchens of an area on fixed
-- weekdays. It is changed only by ending it: what orders agreed to stays true.
create table runs (
  id uuid primary key,
  farm_id uuid not null references farms,
  name text not null check (length(name) between 1 and 40),
  price_by text not null check (price_by in ('box', 'point')),
  -- without tax; the freight of one kitchen and day is never below the minimum
  unit_yen integer not null check (unit_yen between 0 and 99999),
  minimum_yen integer not null check (minimum_yen between 0 and 99999),
  capacity_points integer not null check (capacity_points between 1 and 999999),
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7 and weekdays <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  lead_days smallint not null check (lead_days between 0 and 3),
  -- the last moment to order: so many days before the delivery, at this minute of the day (JST)
  cutoff_days smallint not null check (cutoff_days between 0 and 7),
  cutoff_minute smallint not null check (cutoff_minute between 0 and 1439),
  temperatures text[] not null check (cardinality(temperatures) between 1 and 3 and temperatures <@ array['ambient', 'chilled', 'frozen']),
  -- codes of prefectures (two digits), or beginnings of postal codes (three to seven)
  areas text[] not null check (cardinality(areas) between 1 and 100),
  created_at timestamptz not null,
  ended_at timestamptz
);
create index runs_of_farm on runs (farm_id);

-- Where farms hand their goods over, in the order of the way.
create table run_stops (
  run_id uuid not null references runs,
  ordinal smallint not null check (ordinal between 1 and 20),
  place text not null check (length(place) between 1 and 80),
  until_minute smallint not null check (until_minute between 0 and 1439),
  primary key (run_id, ordinal)
);

-- The farms of a run. The runner invites, the farm agrees; either ends it.
create table run_farms (
  run_id uuid not null references runs,
  farm_id uuid not null references farms,
  stop smallint not null,
  invited_at timestamptz not null,
  joined_at timestamptz,
  left_at timestamptz,
  primary key (run_id, farm_id),
  foreign key (run_id, stop) references run_stops (run_id, ordinal)
);
create index run_farms_of_farm on run_farms (farm_id);

-- The way that a chef chose for the goods of a farm in a cart.
create table run_choices (
  cart_id uuid not null references carts on delete cascade,
  farm_id uuid not null references farms,
  run_id uuid not null references runs,
  primary key (cart_id, farm_id)
);

-- How much of the van is taken on a day: one row to lock, and no day takes more than the van holds.
create table run_days (
  run_id uuid not null references runs,
  delivery_on date not null,
  taken_points integer not null check (taken_points >= 0),
  primary key (run_id, delivery_on)
);

-- The orders that ride.
create table run_orders (
  order_id uuid primary key references orders,
  run_id uuid not null references runs,
  delivery_on date not null,
  kitchen_id uuid not null references kitchens,
  farm_id uuid not null references farms,
  points integer not null check (points >= 0),
  boxes integer not null check (boxes >= 0),
  released_at timestamptz
);
create index run_orders_of_day on run_orders (run_id, delivery_on, kitchen_id);
