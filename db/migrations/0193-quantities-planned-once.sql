-- A quantity that is written shows on its line. The statement of each stage stands in the function, so that PostgreSQL plans it
-- once for each connection; before, its text was made, and planned, twice for every quantity.
create or replace function show_latest_quantity() returns trigger language plpgsql as $$
declare
  -- a quantity stated once changes only with a reason
  may_change boolean := coalesce(new.reason, '') <> '';
begin
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
