-- What people ask us, and what became of it.

-- Numbers people can read out count from 1 every day.
create table inquiry_days (
  day date primary key,
  n integer not null check (n > 0)
);

create table inquiries (
  id uuid primary key,
  number text not null unique check (number ~ '^Q-\d{8}-\d{4,}$'),
  kind text not null check (kind in ('order', 'product', 'payment', 'signup', 'fault', 'other')),
  state text not null check (state in ('open', 'working', 'done')),
  -- goes up with every step of staff; who answers names the one they saw
  version integer not null default 1 check (version > 0),
  body text not null check (char_length(body) between 10 and 4000),
  name text not null check (char_length(name) between 1 and 60),
  email text not null check (email ~ '^[^\s@<>,;:"]+@[^\s@<>,;:"]+$'),
  phone text check (phone ~ '^\+?[0-9-]{9,16}$'),
  side text check (side in ('restaurant', 'farm')),
  organisation text check (char_length(organisation) between 1 and 80),
  person_id uuid references people,
  restaurant_id uuid references restaurants,
  farm_id uuid references farms,
  order_id uuid references orders,
  product_id uuid references products,
  sent_at timestamptz not null,
  answer_due_on date not null,
  first_answered_at timestamptz,
  check ((kind = 'signup') = (side is not null and organisation is not null)),
  check (num_nonnulls(restaurant_id, farm_id) <= 1)
);
create index inquiries_waiting on inquiries (sent_at, id) where state <> 'done';
create index inquiries_newest on inquiries (sent_at desc, id desc);
create index inquiries_person on inquiries (person_id, sent_at desc) where person_id is not null;

create table inquiry_photos (
  inquiry_id uuid not null references inquiries,
  photo_key text not null unique references photos,
  primary key (inquiry_id, photo_key)
);

alter table events add column inquiry_id uuid references inquiries;
create index events_inquiry on events (inquiry_id, at, id) where inquiry_id is not null;
