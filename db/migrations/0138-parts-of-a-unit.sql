-- Of a received box a part may be of no use: 3 of 10 parts, 6 of 24 pieces. An opened unit counts as one, as with goods by
-- weight, and `missing` of `missing_of` says what of the last one is not there.
alter table quantity_entries
  add column missing smallint,
  add column missing_of smallint,
  add constraint quantity_entries_missing check (
    (missing is null and missing_of is null)
    or (missing is not null and missing_of is not null and stage in ('received', 'billed') and qty > 0 and grams is null
        and missing between 1 and missing_of - 1 and missing_of between 2 and 1000));
alter table order_lines
  add column received_missing smallint,
  add column received_missing_of smallint,
  add column billed_missing smallint,
  add column billed_missing_of smallint;
-- what is claimed: whole units, and this part of one more
alter table claims
  add column part smallint,
  add column part_of smallint,
  add constraint claims_part check (
    (part is null and part_of is null)
    or (part is not null and part_of is not null and grams is null
        and part between 1 and part_of - 1 and part_of between 2 and 1000));

-- app/modules/pricing/line-terms.ts: what is not there costs its share, rounded up to whole yen.
create function yen_of_missing(price_yen bigint, missing integer, missing_of integer) returns bigint language sql immutable as
$$ select case when missing is null then 0 else (price_yen * missing + missing_of - 1) / missing_of end $$;

create or replace function show_latest_quantity() returns trigger language plpgsql as $$
declare
  known integer;
begin
  execute format('select %I from order_lines where id = $1 for update', new.stage || '_qty') into known using new.order_line_id;
  if known is not null and coalesce(new.reason, '') = '' then
    raise exception 'a quantity stated once changes only with a reason (line %, %)', new.order_line_id, new.stage
      using errcode = 'check_violation';
  end if;
  if new.stage = 'billed' then
    update order_lines
       set billed_qty = new.qty, billed_grams = new.grams, billed_yen = new.yen,
           billed_missing = new.missing, billed_missing_of = new.missing_of
     where id = new.order_line_id;
  elsif new.stage = 'received' then
    update order_lines
       set received_qty = new.qty, received_grams = new.grams,
           received_missing = new.missing, received_missing_of = new.missing_of
     where id = new.order_line_id;
  else
    execute format('update order_lines set %I = $1, %I = $2 where id = $3', new.stage || '_qty', new.stage || '_grams')
      using new.qty, new.grams, new.order_line_id;
  end if;
  return null;
end $$;

create or replace function refuse_direct_quantity() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 and
     (old.ordered_qty, old.confirmed_qty, old.shipped_qty, old.received_qty, old.billed_qty,
      old.ordered_grams, old.confirmed_grams, old.shipped_grams, old.received_grams, old.billed_grams, old.billed_yen,
      old.received_missing, old.received_missing_of, old.billed_missing, old.billed_missing_of)
     is distinct from
     (new.ordered_qty, new.confirmed_qty, new.shipped_qty, new.received_qty, new.billed_qty,
      new.ordered_grams, new.confirmed_grams, new.shipped_grams, new.received_grams, new.billed_grams, new.billed_yen,
      new.received_missing, new.received_missing_of, new.billed_missing, new.billed_missing_of) then
    raise exception 'quantities change by quantity_entries only' using errcode = 'check_violation';
  end if;
  return new;
end $$;
