-- What is moved from one parcel to another may change two orders, as with the other rows of orders (0220-changes-of-orders.sql).
create function tell_of_both_parcels() returns trigger language plpgsql as $$
begin
  perform tell_orders('order', array(
    select distinct order_id from parcels where id in (select parcel_id from before union select parcel_id from changed)));
  return null;
end $$;
drop trigger parcel_lines_of_order on parcel_lines;
create trigger parcel_lines_of_order after update on parcel_lines
  referencing old table as before new table as changed
  for each statement execute function tell_of_both_parcels();
