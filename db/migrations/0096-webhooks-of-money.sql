-- Programs hear of documents that are issued for them, of payments that are matched, and of payouts: none of these is about
-- one order. Each hears of what is its own organisation's alone, and of each event once.

alter table webhook_deliveries
  add column document_id uuid references issued_documents,
  drop constraint webhook_deliveries_check1,
  add constraint webhook_deliveries_one_cause check (num_nonnulls(event_id, stock_entry_id, message_no, document_id) = 1);
create unique index webhook_deliveries_document on webhook_deliveries (webhook_id, document_id) where document_id is not null;

create function note_document_for_webhooks() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (webhook_id, document_id, created_at, due_at)
  select w.id, new.id, new.at, new.at
    from webhooks w
   where w.ended_at is null and w.stopped_at is null and 'document' = any (w.kinds)
     and (w.farm_id = new.farm_id or w.restaurant_id = new.restaurant_id);
  return null;
end $$;
create trigger issued_documents_to_webhooks after insert on issued_documents
  for each row execute function note_document_for_webhooks();

create function note_event_without_order_for_webhooks() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (webhook_id, event_id, created_at, due_at)
  select w.id, new.id, new.at, new.at
    from webhooks w
   where w.ended_at is null and w.stopped_at is null and new.kind = any (w.kinds)
     and (w.farm_id = new.about_farm_id or w.restaurant_id = new.about_restaurant_id);
  return null;
end $$;
create trigger events_without_order_to_webhooks after insert on events
  for each row when (new.order_id is null and (new.about_farm_id is not null or new.about_restaurant_id is not null))
  execute function note_event_without_order_for_webhooks();

-- One match may pay invoices of several restaurants, and its event names the first of them.
create function note_allocation_for_webhooks() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (webhook_id, event_id, created_at, due_at)
  select w.id, e.id, e.at, e.at
    from events e
    join webhooks w on w.ended_at is null and w.stopped_at is null and w.restaurant_id = new.restaurant_id
     and e.kind = any (w.kinds)
   where e.id = new.event_id
  on conflict (webhook_id, event_id) where event_id is not null do nothing;
  return null;
end $$;
create trigger payment_allocations_to_webhooks after insert on payment_allocations
  for each row when (new.event_id is not null) execute function note_allocation_for_webhooks();
