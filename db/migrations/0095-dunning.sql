-- A restaurant asks to owe more; staff agree or decline.
create table credit_requests (
  id uuid primary key,
  restaurant_id uuid not null references restaurants,
  limit_yen bigint not null check (limit_yen between 1 and 100000000),
  reason text not null check (char_length(reason) between 1 and 400),
  asked_by text not null,
  at timestamptz not null,
  answered_at timestamptz,
  answered_by text,
  agreed boolean,
  answer text check (char_length(answer) between 1 and 400),
  check (num_nulls(answered_at, answered_by, agreed, answer) in (0, 4)),
  check (answered_at >= at)
);
create unique index credit_requests_one_open on credit_requests (restaurant_id) where answered_at is null;
create index credit_requests_restaurant on credit_requests (restaurant_id, at desc);
