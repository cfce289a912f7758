-- A line that is written together with its first quantities shows them already (docs/decisions/0093): its first entry of a stage
-- then changes nothing, and finds that by one look at the line instead of by an update with all that follows one. Everything else as
-- before: what differs is written to the line, and a second entry of a stage needs a reason.
create or replace function show_latest_quantity() returns trigger language plpgsql as $$
declare
  -- a quantity stated once changes only with a reason
  may_change boolean := coalesce(new.reason, '') <> '';
begin
  if new.stage in ('ordered', 'confirmed') and exists (
       select from order_lines line
        where line.id = new.order_line_id
          and case new.stage when 'ordered' then line.ordered_qty else line.confirmed_qty end = new.qty
          and case new.stage when 'ordered' then line.ordered_grams else line.confirmed_grams end is not distinct from new.grams
          and not exists (
            select from quantity_entries other
             where other.order_line_id = new.order_line_id and other.stage = new.stage and other.id <> new.id)) then
    return null;
  end if;
  case new.stage
    when 'ordered' then
      update order_lines set ordered_qty = new.qty, ordered_grams = new.grams
       where id = new.order_line_id and (ordered_qty is null or may_change);
    when 'confirmed' then
      update order_lines set confirmed_qty = new.qty, confirmed_grams = new.grams
       where id = new.order_line_id and (confirmed_qty is null or may_change);
    when 'shipped' then
      update order_lines set shipped_qty = new.qty, shipped_grams = new.grams
       where id = new.order_line_id and (shipped_qty is null or may_change);
    when 'received' then
      update order_lines
         set received_qty = new.qty, received_grams = new.grams,
             received_missing = new.missing, received_missing_of = new.missing_of
       where id = new.order_line_id and (received_qty is null or may_change);
    when 'billed' then
      update order_lines
         set billed_qty = new.qty, billed_grams = new.grams, billed_yen = new.yen,
             billed_missing = new.missing, billed_missing_of = new.missing_of
       where id = new.order_line_id and (billed_qty is null or may_change);
  end case;
  if not found and exists (select from order_lines where id = new.order_line_id) then
    raise exception 'a quantity stated once changes only with a reason (line %, %)', new.order_line_id, new.stage
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
