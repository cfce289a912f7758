-- The farm arranges the parcels (個口) of an order while it packs: more or fewer, with names of its own, and what lies in which.
-- What the restaurant pays stays as agreed: a parcel that the farm adds costs nothing.
alter table parcels
  add column name text not null default '' check (char_length(name) <= 20),
  add column by_farm boolean not null default false;
comment on column parcels.name is 'as the farm calls it, such as 冷蔵1; empty: its number alone';
comment on column parcels.by_farm is 'not planned with the order: added by the farm while packing';

create table parcel_lines (
  parcel_id uuid not null references parcels on delete cascade,
  order_line_id uuid not null references order_lines,
  qty integer not null check (qty > 0),
  primary key (parcel_id, order_line_id)
);
create index parcel_lines_line on parcel_lines (order_line_id);
comment on table parcel_lines is 'in sale units; the sum over the parcels of an order is what ships of each line, or there are none';

create function refuse_foreign_parcel_line() returns trigger language plpgsql as $$
begin
  if (select order_id from parcels where id = new.parcel_id) is distinct from
     (select order_id from order_lines where id = new.order_line_id) then
    raise exception 'a line in a parcel of another order';
  end if;
  return new;
end $$;
create trigger parcel_lines_of_one_order before insert or update on parcel_lines
  for each row execute function refuse_foreign_parcel_line();

-- How often the farm has arranged the parcels of an order: two packers at once do not overwrite each other unseen.
create table parcel_arrangements (
  order_id uuid primary key references orders,
  version integer not null check (version > 0),
  changed_at timestamptz not null
);
