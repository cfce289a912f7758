-- What parcels cost, as dated data: a table of a carrier holds from a day on, for everyone (farm_id is null) or for one
-- farm. A table is never rewritten; the next one replaces it from its own day on, and of two of one day the later one.
create table freight_tables (
  id uuid primary key,
  farm_id uuid references farms,
  -- yamato, sagawa, japanpost, or the name of another carrier
  carrier text not null check (length(carrier) between 1 and 40),
  number integer not null check (number > 0),
  valid_from date not null,
  -- invented figures of a demonstration: in production nothing is put on sale on them
  is_demo boolean not null default false,
  made_by text not null check (made_by <> ''),
  created_at timestamptz not null,
  unique nulls not distinct (farm_id, carrier, number)
);
create trigger freight_tables_append_only before update or delete on freight_tables
  for each row execute function refuse_rewriting_history();

-- Yen without tax of the sizes 60, 80, 100, 120, 140 and 160. A lane goes from a zone (of a farm's own table: from the
-- farm, '') to a zone or a prefecture (JIS code), which wins. What cool parcels cost more stands once per temperature,
-- and may end at 120; an island is the beginning of a postal code, of which the longest wins, and costs more on top.
create table freight_rows (
  table_id uuid not null references freight_tables,
  kind text not null check (kind in ('lane', 'chilled', 'frozen', 'island')),
  origin text not null,
  destination text not null,
  yen integer[] not null check (cardinality(yen) = 6),
  primary key (table_id, kind, origin, destination),
  check (array_position(yen[1:4], null) is null),
  check (kind in ('chilled', 'frozen') or array_position(yen, null) is null),
  check (0 <= all (yen) and 999999 >= all (yen)),
  check (kind = 'lane' or origin = ''),
  check (kind not in ('chilled', 'frozen') or destination = ''),
  check (kind <> 'lane' or destination ~ '^([a-z_]+|\d{2})$'),
  check (kind <> 'island' or destination ~ '^\d{3,7}$')
);
create trigger freight_rows_append_only before update or delete on freight_rows
  for each row execute function refuse_rewriting_history();

-- The carrier of a farm, from a moment on; without a row ヤマト運輸.
create table farm_carriers (
  farm_id uuid not null references farms,
  chosen_at timestamptz not null,
  carrier text not null check (length(carrier) between 1 and 40),
  primary key (farm_id, chosen_at)
);
create trigger farm_carriers_append_only before update or delete on farm_carriers
  for each row execute function refuse_rewriting_history();

-- Until now everyone paid by a table in the source, of invented figures: where there are farms it stays in force until
-- staff enter a real one.
with made as (
  insert into freight_tables (id, farm_id, carrier, number, valid_from, is_demo, made_by, created_at)
  select '00000000-0000-7000-8000-000000000115', null, 'yamato', 1, '2000-01-01', true, '移行', '2000-01-01'
   where exists (select from farms)
  returning id
)
insert into freight_rows (table_id, kind, origin, destination, yen)
select made.id, 'lane', origin, destination,
       array(select base + case when origin = destination then 0 else (days - 1) * 100 end
               from unnest(array[800, 1000, 1250, 1500, 1800, 2100]) with ordinality as sizes (base, place) order by place)
  from made, (values
      ('hokkaido', 'hokkaido', 1), ('hokkaido', 'n_tohoku', 1), ('hokkaido', 's_tohoku', 2), ('hokkaido', 'kanto', 2), ('hokkaido', 'shinetsu', 2), ('hokkaido', 'hokuriku', 2), ('hokkaido', 'chubu', 2), ('hokkaido', 'kansai', 2), ('hokkaido', 'chugoku', 2), ('hokkaido', 'shikoku', 3), ('hokkaido', 'kyushu', 3), ('hokkaido', 'okinawa', 4),
      ('n_tohoku', 'hokkaido', 1), ('n_tohoku', 'n_tohoku', 1), ('n_tohoku', 's_tohoku', 1), ('n_tohoku', 'kanto', 1), ('n_tohoku', 'shinetsu', 1), ('n_tohoku', 'hokuriku', 2), ('n_tohoku', 'chubu', 2), ('n_tohoku', 'kansai', 2), ('n_tohoku', 'chugoku', 2), ('n_tohoku', 'shikoku', 2), ('n_tohoku', 'kyushu', 3), ('n_tohoku', 'okinawa', 4),
      ('s_tohoku', 'hokkaido', 2), ('s_tohoku', 'n_tohoku', 1), ('s_tohoku', 's_tohoku', 1), ('s_tohoku', 'kanto', 1), ('s_tohoku', 'shinetsu', 1), ('s_tohoku', 'hokuriku', 1), ('s_tohoku', 'chubu', 1), ('s_tohoku', 'kansai', 2), ('s_tohoku', 'chugoku', 2), ('s_tohoku', 'shikoku', 2), ('s_tohoku', 'kyushu', 2), ('s_tohoku', 'okinawa', 3),
      ('kanto', 'hokkaido', 2), ('kanto', 'n_tohoku', 1), ('kanto', 's_tohoku', 1), ('kanto', 'kanto', 1), ('kanto', 'shinetsu', 1), ('kanto', 'hokuriku', 1), ('kanto', 'chubu', 1), ('kanto', 'kansai', 1), ('kanto', 'chugoku', 2), ('kanto', 'shikoku', 2), ('kanto', 'kyushu', 2), ('kanto', 'okinawa', 3),
      ('shinetsu', 'hokkaido', 2), ('shinetsu', 'n_tohoku', 1), ('shinetsu', 's_tohoku', 1), ('shinetsu', 'kanto', 1), ('shinetsu', 'shinetsu', 1), ('shinetsu', 'hokuriku', 1), ('shinetsu', 'chubu', 1), ('shinetsu', 'kansai', 1), ('shinetsu', 'chugoku', 2), ('shinetsu', 'shikoku', 2), ('shinetsu', 'kyushu', 2), ('shinetsu', 'okinawa', 3),
      ('hokuriku', 'hokkaido', 2), ('hokuriku', 'n_tohoku', 2), ('hokuriku', 's_tohoku', 1), ('hokuriku', 'kanto', 1), ('hokuriku', 'shinetsu', 1), ('hokuriku', 'hokuriku', 1), ('hokuriku', 'chubu', 1), ('hokuriku', 'kansai', 1), ('hokuriku', 'chugoku', 1), ('hokuriku', 'shikoku', 2), ('hokuriku', 'kyushu', 2), ('hokuriku', 'okinawa', 3),
      ('chubu', 'hokkaido', 2), ('chubu', 'n_tohoku', 2), ('chubu', 's_tohoku', 1), ('chubu', 'kanto', 1), ('chubu', 'shinetsu', 1), ('chubu', 'hokuriku', 1), ('chubu', 'chubu', 1), ('chubu', 'kansai', 1), ('chubu', 'chugoku', 1), ('chubu', 'shikoku', 1), ('chubu', 'kyushu', 2), ('chubu', 'okinawa', 3),
      ('kansai', 'hokkaido', 2), ('kansai', 'n_tohoku', 2), ('kansai', 's_tohoku', 2), ('kansai', 'kanto', 1), ('kansai', 'shinetsu', 1), ('kansai', 'hokuriku', 1), ('kansai', 'chubu', 1), ('kansai', 'kansai', 1), ('kansai', 'chugoku', 1), ('kansai', 'shikoku', 1), ('kansai', 'kyushu', 1), ('kansai', 'okinawa', 3),
      ('chugoku', 'hokkaido', 2), ('chugoku', 'n_tohoku', 2), ('chugoku', 's_tohoku', 2), ('chugoku', 'kanto', 2), ('chugoku', 'shinetsu', 2), ('chugoku', 'hokuriku', 1), ('chugoku', 'chubu', 1), ('chugoku', 'kansai', 1), ('chugoku', 'chugoku', 1), ('chugoku', 'shikoku', 1), ('chugoku', 'kyushu', 1), ('chugoku', 'okinawa', 3),
      ('shikoku', 'hokkaido', 3), ('shikoku', 'n_tohoku', 2), ('shikoku', 's_tohoku', 2), ('shikoku', 'kanto', 2), ('shikoku', 'shinetsu', 2), ('shikoku', 'hokuriku', 2), ('shikoku', 'chubu', 1), ('shikoku', 'kansai', 1), ('shikoku', 'chugoku', 1), ('shikoku', 'shikoku', 1), ('shikoku', 'kyushu', 1), ('shikoku', 'okinawa', 3),
      ('kyushu', 'hokkaido', 3), ('kyushu', 'n_tohoku', 3), ('kyushu', 's_tohoku', 2), ('kyushu', 'kanto', 2), ('kyushu', 'shinetsu', 2), ('kyushu', 'hokuriku', 2), ('kyushu', 'chubu', 2), ('kyushu', 'kansai', 1), ('kyushu', 'chugoku', 1), ('kyushu', 'shikoku', 1), ('kyushu', 'kyushu', 1), ('kyushu', 'okinawa', 2),
      ('okinawa', 'hokkaido', 4), ('okinawa', 'n_tohoku', 4), ('okinawa', 's_tohoku', 3), ('okinawa', 'kanto', 3), ('okinawa', 'shinetsu', 3), ('okinawa', 'hokuriku', 3), ('okinawa', 'chubu', 3), ('okinawa', 'kansai', 3), ('okinawa', 'chugoku', 3), ('okinawa', 'shikoku', 3), ('okinawa', 'kyushu', 2), ('okinawa', 'okinawa', 1)
    ) as lanes (origin, destination, days)
union all
select made.id, cool, '', '', array[250, 300, 400, 650, null, null]::integer[]
  from made, unnest(array['chilled', 'frozen']) as cool;
