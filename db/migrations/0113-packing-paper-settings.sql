-- How a farm prints its papers of a day: which of them, on which labels, and by how much its printer is off.
create table packing_paper_settings (
  farm_id uuid primary key references farms,
  parts text[] not null check (cardinality(parts) between 1 and 4
    and parts <@ array['products', 'orders', 'slips', 'labels']),
  sheet text not null check (sheet in ('a4_12', 'a4_24', 'a4_10', 'single_100x150', 'roll_62')),
  right_tenths smallint not null check (right_tenths between -50 and 50),
  down_tenths smallint not null check (down_tenths between -50 and 50),
  changed_at timestamptz not null
);
comment on column packing_paper_settings.right_tenths is 'by which the print moves to the right, in tenths of a millimetre';
comment on column packing_paper_settings.down_tenths is 'by which the print moves down, in tenths of a millimetre';
