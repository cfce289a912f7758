-- さがしてほしい: what a chef looks for, which farms are told, and what they answer.

create table requests (
  id uuid primary key,
  restaurant_id uuid not null references restaurants,
  kitchen_id uuid not null references kitchens,
  person_id uuid not null references people,
  words text not null check (char_length(words) between 1 and 60),
  item_key text,
  category text not null check (category in
    ('leaf', 'fruitveg', 'root', 'mushroom', 'fruit', 'egg', 'rice', 'herb', 'meat', 'fish', 'processed')),
  qty integer not null check (qty between 1 and 9999),
  unit_label text not null check (char_length(unit_label) between 1 and 10),
  days text[] not null check (array_length(days, 1) between 1 and 7
    and array_to_string(days, ' ') ~ '^(20\d\d-[01]\d-[0-3]\d ?)+$'),
  ceiling_yen integer check (ceiling_yen between 1 and 10000000),
  method text check (method in ('specially_cultivated', 'jas_organic', 'natural')),
  note text not null default '' check (char_length(note) <= 300),
  answer_until timestamptz not null,
  last_order_at timestamptz not null,
  timer_at timestamptz,
  state text not null check (state in ('open', 'accepted', 'withdrawn', 'expired', 'removed')),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  closed_at timestamptz,
  removed_reason text check (char_length(removed_reason) between 1 and 300),
  accepted_answer_id uuid,
  purchase_id uuid references purchases,
  check (answer_until <= last_order_at),
  check ((state = 'open') = (timer_at is not null)),
  check ((state = 'open') = (closed_at is null)),
  check ((state = 'accepted') = (accepted_answer_id is not null)),
  check ((state = 'accepted') = (purchase_id is not null)),
  check ((state = 'removed') = (removed_reason is not null))
);
create index requests_restaurant on requests (restaurant_id, created_at desc, id desc);
create index requests_due on requests (timer_at) where timer_at is not null;
create index requests_newest on requests (created_at desc, id desc);
create index requests_closed on requests (closed_at) where closed_at is not null;
comment on column requests.item_key is 'of produce_items; null: a kind we have no word for, of this category';
comment on column requests.days is 'days of delivery in Japan (YYYY-MM-DD), any of them will do; ascending';
comment on column requests.ceiling_yen is 'the most it may cost, with freight and tax';
comment on column requests.answer_until is 'until when farms answer, itself in time';
comment on column requests.last_order_at is 'the last 締切 of the farms that were told: later nothing of it can be ordered';
comment on column requests.timer_at is 'when the request closes by itself, see modules/requests/closing.ts';

-- The farms that were told, and until when each may be ordered from for the last of the days.
create table request_farms (
  request_id uuid not null references requests,
  farm_id uuid not null references farms,
  told_at timestamptz not null,
  primary key (request_id, farm_id)
);
create index request_farms_farm on request_farms (farm_id, told_at desc);

create table request_answers (
  id uuid primary key,
  request_id uuid not null,
  farm_id uuid not null,
  person_id uuid not null references people,
  state text not null check (state in ('offered', 'declined', 'withdrawn')),
  price_yen integer check (price_yen between 1 and 10000000),
  qty integer check (qty between 1 and 9999),
  delivery_on date,
  method text check (method in ('conventional', 'specially_cultivated', 'jas_organic', 'natural')),
  temperature text check (temperature in ('ambient', 'chilled', 'frozen')),
  box_size smallint check (box_size in (60, 80, 100, 120, 140, 160)),
  words text not null default '' check (char_length(words) <= 300),
  version integer not null default 1 check (version > 0),
  answered_at timestamptz not null,
  product_id uuid unique references products,
  put_away_at timestamptz,
  unique (request_id, farm_id),
  foreign key (request_id, farm_id) references request_farms,
  check (state <> 'offered' or (price_yen is not null and qty is not null and delivery_on is not null
    and method is not null and temperature is not null and box_size is not null)),
  check (put_away_at is null or product_id is not null)
);
create index request_answers_goods on request_answers (delivery_on) where product_id is not null and put_away_at is null;
alter table requests add foreign key (accepted_answer_id) references request_answers;
comment on column request_answers.price_yen is 'without tax, of one unit';
comment on column request_answers.box_size is 'the class of the one box in which all of it travels';
comment on column request_answers.product_id is 'goods for this one order, made when the answer is accepted; shown to that restaurant alone';
