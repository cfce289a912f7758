-- The scales on which a farm weighs what it sells by weight (取引用はかり, 計量法): the mark, and until when it may be used.
create table scales (
  id uuid primary key,
  farm_id uuid not null references farms,
  name text not null check (length(name) between 1 and 40),
  serial text not null check (length(serial) between 1 and 40),
  -- 検定証印, 基準適合証印
  mark text not null check (mark in ('verified', 'conforming')),
  -- the month on the mark, and the month of the last 定期検査, as their first days
  marked_on date not null check (extract(day from marked_on) = 1),
  inspected_on date check (extract(day from inspected_on) = 1 and inspected_on >= marked_on),
  -- the last day on which it may be used for trade
  due_on date not null,
  added_at timestamptz not null,
  retired_at timestamptz
);
create unique index scales_in_use on scales (farm_id, serial) where retired_at is null;

-- A farm that sells by weight without a scale in date has been told so; some days later its weighing is refused.
create table scale_notices (
  farm_id uuid primary key references farms,
  told_on date not null
);

-- What each piece of a line weighed, and on which scale: never rewritten, the latest row of a line holds.
create table line_weighings (
  id bigint generated always as identity primary key,
  order_line_id uuid not null references order_lines,
  scale_id uuid references scales,
  piece_grams integer[] not null check (array_position(piece_grams, null) is null and 0 < all (piece_grams)
                                        and cardinality(piece_grams) <= 99),
  at timestamptz not null
);
create index line_weighings_of_line on line_weighings (order_line_id, id);
create trigger line_weighings_append_only before update or delete on line_weighings
  for each row execute function refuse_rewriting_history();
