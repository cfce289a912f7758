-- Programs of others that want to hear what happens: where they are, and every message to them.

create table webhooks (
  id uuid primary key,
  farm_id uuid references farms,
  restaurant_id uuid references restaurants,
  url text not null check (url ~ '^https?://' and char_length(url) <= 500),
  -- sealed; shown once, when it is made
  sealed_secret text not null,
  -- the kinds of events of our history, and 'stock'
  kinds text[] not null check (cardinality(kinds) > 0),
  made_by uuid not null references people,
  created_at timestamptz not null,
  -- since when nothing has arrived; after some days it is stopped
  failing_since timestamptz,
  stopped_at timestamptz,
  ended_at timestamptz,
  check (num_nonnulls(farm_id, restaurant_id) = 1)
);
create index webhooks_farm on webhooks (farm_id) where ended_at is null and farm_id is not null;
create index webhooks_restaurant on webhooks (restaurant_id) where ended_at is null and restaurant_id is not null;

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks,
  -- the event of the history, the entry of the stock, or the message
  event_id uuid references events,
  stock_entry_id bigint references stock_entries (id),
  conversation_id uuid,
  message_no integer,
  created_at timestamptz not null,
  due_at timestamptz,
  tries smallint not null default 0 check (tries >= 0),
  -- what the other side answered last
  answer_status smallint,
  last_error text,
  took_ms integer,
  tried_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  foreign key (conversation_id, message_no) references messages on delete cascade,
  check ((conversation_id is null) = (message_no is null)),
  check (num_nonnulls(event_id, stock_entry_id, message_no) = 1),
  check (num_nonnulls(due_at, sent_at, failed_at) = 1)
);
create unique index webhook_deliveries_event on webhook_deliveries (webhook_id, event_id) where event_id is not null;
create unique index webhook_deliveries_stock on webhook_deliveries (webhook_id, stock_entry_id) where stock_entry_id is not null;
create unique index webhook_deliveries_message on webhook_deliveries (conversation_id, message_no, webhook_id)
  where message_no is not null;
create index webhook_deliveries_due on webhook_deliveries (due_at) where due_at is not null;
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at desc, id desc);

-- Noted where the event itself is written, in its transaction: nobody hears of what was rolled back, and no module has to
-- remember it. Without a webhook this is one look into an empty index.
create function note_event_for_webhooks() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (webhook_id, event_id, created_at, due_at)
  select w.id, new.id, new.at, new.at
    from orders o
    join webhooks w on w.ended_at is null and w.stopped_at is null
     and (w.farm_id = o.farm_id or w.restaurant_id = o.restaurant_id) and new.kind = any (w.kinds)
   where o.id = new.order_id;
  return null;
end $$;
create trigger events_to_webhooks after insert on events
  for each row when (new.order_id is not null) execute function note_event_for_webhooks();

create function note_stock_for_webhooks() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (webhook_id, stock_entry_id, created_at, due_at)
  select w.id, new.id, new.at, new.at
    from products p
    join webhooks w on w.ended_at is null and w.stopped_at is null and w.farm_id = p.farm_id and 'stock' = any (w.kinds)
   where p.id = new.product_id;
  return null;
end $$;
create trigger stock_entries_to_webhooks after insert on stock_entries
  for each row execute function note_stock_for_webhooks();

create function note_message_for_webhooks() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (webhook_id, conversation_id, message_no, created_at, due_at)
  select w.id, new.conversation_id, new.no, new.sent_at, new.sent_at
    from conversations c
    join webhooks w on w.ended_at is null and w.stopped_at is null
     and (w.farm_id = c.farm_id or w.restaurant_id = c.restaurant_id) and 'message' = any (w.kinds)
   where c.id = new.conversation_id;
  return null;
end $$;
create trigger messages_to_webhooks after insert on messages
  for each row execute function note_message_for_webhooks();
