-- How the farm says that it delivered what has no tracking number (its own van, a pick-up, a market's freight, a run, the box of a
-- group buy): when, to whom, and a photo if there is one. Written once, with the step of the order.
create table hand_overs (
  order_id uuid primary key references orders,
  handed_at timestamptz not null,
  received_by text not null check (char_length(received_by) between 1 and 60),
  photo_key text unique references photos,
  person_id uuid not null references people,
  recorded_at timestamptz not null,
  check (handed_at <= recorded_at)
);
create trigger hand_overs_append_only before update or delete on hand_overs
  for each row execute function refuse_rewriting_history();
