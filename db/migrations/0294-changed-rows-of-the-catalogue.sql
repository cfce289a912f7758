-- The columns that lists are counted by are in the memory of each process (docs/decisions/0098): every changed row of
-- product_search is named on a channel of its own, up to 200 ids in one message; `everything` where there are too many.
create or replace function tell_of_search() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(select product_id from changed limit 5001);
begin
  if cardinality(ids) = 0 then return null; end if;
  perform pg_notify('catalogue', 'search');
  if cardinality(ids) > 5000 then
    perform pg_notify('search_rows', 'everything');
  else
    perform pg_notify('search_rows', string_agg(id::text, ','))
       from unnest(ids) with ordinality changed_row (id, nth) group by nth / 200;
  end if;
  return null;
end $$;

-- A kind of food that comes or goes has another place in the list of their keys.
create function tell_of_kinds() returns trigger language plpgsql as $$
begin
  perform pg_notify('search_rows', 'everything');
  return null;
end $$;
create trigger produce_items_numbered after insert or delete or update of key on produce_items
  for each statement execute function tell_of_kinds();

-- A number for a bit: which of the farms arrive on a day is sent as one bit each, not as ids of 16 bytes
-- (docs/decisions/0100).
alter table farms add column seq integer generated always as identity;
create unique index farms_seq on farms (seq);
