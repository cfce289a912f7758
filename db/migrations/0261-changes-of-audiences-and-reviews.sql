-- Whether a farm has chosen a restaurant for any product, and how many orders a side may review, are kept in memory
-- (docs/decisions/0121): `restaurant:` on the channel of the catalogue, and `reviews:` with either side on that of orders.

create trigger product_audience_told after insert or update or delete on product_audience
  for each row execute function tell_of_own_price();

create function tell_of_reviews() returns trigger language plpgsql as $$
begin
  perform tell_orders('reviews', array(select restaurant_id from changed union select farm_id from changed));
  return null;
end $$;
create trigger reviews_told_added after insert on reviews referencing new table as changed
  for each statement execute function tell_of_reviews();
create trigger reviews_told_gone after delete on reviews referencing old table as changed
  for each statement execute function tell_of_reviews();
create trigger reviews_told_moved after update of order_id, side, farm_id, restaurant_id on reviews for each row
  when ((old.order_id, old.side, old.farm_id, old.restaurant_id)
    is distinct from (new.order_id, new.side, new.farm_id, new.restaurant_id))
  execute function tell_all_orders();
