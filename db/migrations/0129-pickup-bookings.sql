-- The carrier comes to the farm (集荷). Depots of a carrier close their books at different hours, so each farm states its own.
create table pickup_settings (
  farm_id uuid not null references farms,
  carrier text not null check (carrier in ('yamato', 'sagawa', 'japanpost')),
  cutoff_minute smallint not null check (cutoff_minute between 0 and 1439),
  depot_email text not null default '' check (char_length(depot_email) <= 254),
  depot_phone text not null default '' check (char_length(depot_phone) <= 20),
  regular boolean not null default false,
  version integer not null default 1 check (version > 0),
  primary key (farm_id, carrier)
);
comment on column pickup_settings.cutoff_minute is 'minute of the day in Japan until which the depot takes a booking';
comment on column pickup_settings.regular is 'the carrier comes every day without being asked (定期集荷)';

-- The last revision of a day and carrier counts; none is rewritten.
create table pickup_bookings (
  farm_id uuid not null references farms,
  carrier text not null check (carrier in ('yamato', 'sagawa', 'japanpost')),
  ship_on date not null,
  revision integer not null check (revision > 0),
  state text not null check (state in ('booked', 'cancelled')),
  parcels jsonb not null,
  mailed boolean not null,
  event_id uuid not null references events,
  at timestamptz not null,
  primary key (farm_id, carrier, ship_on, revision)
);
comment on column pickup_bookings.parcels is 'how many of each size and temperature: [{"sizeClass":100,"temperature":"chilled","count":2}]';
create trigger pickup_bookings_append_only before update or delete on pickup_bookings for each row execute function refuse_rewriting_history();
