-- Who did what, when and why; and the keys by which a repeated request is recognised.

create table events (
  id uuid primary key,
  at timestamptz not null,
  kind text not null,
  actor_kind text not null check (actor_kind in ('buyer', 'buyer_approver', 'farm', 'staff', 'system', 'carrier', 'instruction')),
  actor_name text not null,
  person_id uuid references people,
  admin_id uuid references admins,
  purchase_id uuid references purchases,
  order_id uuid references orders,
  order_line_id uuid references order_lines,
  from_state text,
  to_state text,
  reason text,
  data jsonb not null default '{}'
);
create index events_order on events (order_id, at, id) where order_id is not null;
create index events_purchase on events (purchase_id) where purchase_id is not null;

alter table quantity_entries add foreign key (event_id) references events;
alter table stock_entries add foreign key (order_line_id) references order_lines;

create function refuse_rewriting_history() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger events_append_only before update or delete on events for each row execute function refuse_rewriting_history();
create trigger events_not_emptied before truncate on events for each statement execute function refuse_rewriting_history();
create trigger quantity_entries_append_only before update or delete on quantity_entries for each row execute function refuse_rewriting_history();
create trigger quantity_entries_not_emptied before truncate on quantity_entries for each statement execute function refuse_rewriting_history();
create trigger stock_entries_append_only before update or delete on stock_entries for each row execute function refuse_rewriting_history();
create trigger stock_entries_not_emptied before truncate on stock_entries for each statement execute function refuse_rewriting_history();

create table idempotency_keys (
  owner text not null,
  key text not null check (char_length(key) between 8 and 200),
  operation text not null,
  request_hash text not null,
  outcome jsonb,
  created_at timestamptz not null,
  primary key (owner, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
