-- An order that still waits for a claim closes with its restaurant's period; the day is kept as it was when it was placed.
alter table orders add column closing_day smallint not null default 31 check (closing_day in (5, 10, 15, 20, 25, 31));
alter table orders alter column closing_day drop default;
comment on column orders.closing_day is 'of the restaurant when it was placed; orders from before this migration close with the month, as their timers say';

create function copy_closing_day() returns trigger language plpgsql as $$
begin
  new.closing_day := (select closing_day from restaurants where id = new.restaurant_id);
  return new;
end $$;
create trigger orders_closing_day before insert on orders for each row execute function copy_closing_day();
