-- A farm finds after shipping that a weight was wrong, or that goods came back: it asks, and once the restaurant has agreed
-- the bill is corrected by an entry against it (adjustments).
create table adjustment_requests (
  id uuid primary key,
  order_id uuid not null references orders,
  state text not null check (state in ('asked', 'agreed', 'done', 'declined', 'withdrawn', 'lapsed')),
  reason text not null check (char_length(reason) between 1 and 400),
  words text not null default '' check (char_length(words) <= 400),
  asked_at timestamptz not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  adjustment_id uuid unique references adjustments,
  check ((state in ('agreed', 'done', 'declined')) = (answered_at is not null)),
  check (adjustment_id is null or state = 'done')
);
-- one at a time: another is asked for once this is answered and carried out
create unique index adjustment_requests_open on adjustment_requests (order_id) where state in ('asked', 'agreed');
create index adjustment_requests_order on adjustment_requests (order_id);
comment on column adjustment_requests.words is 'of the restaurant, with its answer';
comment on column adjustment_requests.adjustment_id is 'null although it is done: a claim had taken off as much already';

create table adjustment_request_lines (
  request_id uuid not null references adjustment_requests,
  order_line_id uuid not null references order_lines,
  kind text not null check (kind in ('weight', 'return')),
  -- of a return: the whole units that came back
  qty integer check (qty > 0),
  -- the right weight of all that was shipped, or the weight that came back
  grams integer check (grams >= 0),
  primary key (request_id, order_line_id),
  check ((kind = 'return') = (qty is not null)),
  check (kind <> 'weight' or grams is not null)
);
create trigger adjustment_request_lines_append_only before update or delete on adjustment_request_lines
  for each row execute function refuse_rewriting_history();
