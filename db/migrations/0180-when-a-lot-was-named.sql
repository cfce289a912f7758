-- Which harvest a farm packs from is offered again when it was named before: when that was. Null: before this was recorded.
alter table line_lots add column named_at timestamptz;
