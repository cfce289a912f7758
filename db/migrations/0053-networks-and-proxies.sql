-- Networks from which an account has signed in: their attempts are counted apart from those of strangers, who could
-- otherwise use up what the owner needs. Nothing is opened by one.
create table known_networks (
  person_id uuid references people on delete cascade,
  admin_id uuid references admins on delete cascade,
  network text not null check (network <> ''),
  seen_at timestamptz not null,
  check (num_nonnulls(person_id, admin_id) = 1),
  unique nulls not distinct (person_id, admin_id, network)
);
create index known_networks_seen on known_networks (seen_at);
comment on column known_networks.network is 'an IPv4 address, or the first 48 bits of IPv6';

-- How requests came through the proxies in front of us, per hour and number of proxies that was stated: whether
-- TRUSTED_PROXIES is right can be read from it. A process adds to it once a minute.
create table proxy_counts (
  hour timestamptz not null,
  trusted_proxies smallint not null check (trusted_proxies between 0 and 5),
  requests integer not null check (requests > 0),
  too_short integer not null check (too_short between 0 and requests),
  too_long integer not null check (too_long between 0 and requests),
  from_inside integer not null check (from_inside between 0 and requests),
  primary key (hour, trusted_proxies)
);
comment on column proxy_counts.too_short is 'X-Forwarded-For was missing or named fewer addresses than TRUSTED_PROXIES';
comment on column proxy_counts.too_long is 'it named more';
comment on column proxy_counts.from_inside is 'the address that comes out belongs to a private network';
