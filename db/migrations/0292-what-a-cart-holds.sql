-- The whole content of a cart in one call (docs/decisions/0094): the cart, created when it is first needed, is locked before its lines,
-- as when it is ordered. Each query of a volatile function sees what was committed when it begins, so lines that another call wrote
-- while this one waited for the cart are seen, and gone if they are not wanted. Lines that stay keep their instruction and their place;
-- new ones begin with the restaurant's general instruction.
create function set_cart_lines(new_id uuid, of_person uuid, of_restaurant uuid, of_kitchen uuid, wanted jsonb)
returns void volatile language plpgsql as $$
declare
  cart uuid;
begin
  insert into carts (id, person_id, restaurant_id, kitchen_id) values (new_id, of_person, of_restaurant, of_kitchen)
    on conflict (person_id, kitchen_id) do update set kitchen_id = excluded.kitchen_id
    returning id into cart;
  delete from cart_lines
   where cart_id = cart and product_id not in (select it."productId" from jsonb_to_recordset(wanted) as it ("productId" uuid));
  insert into cart_lines (cart_id, product_id, qty, seen_price_yen, added_at, on_shortage, shortage_terms)
    select cart, it."productId", it.qty, it."seenPriceYen", it."addedAt",
           coalesce(usual.on_shortage, 'ship_what_there_is'), coalesce(usual.shortage_terms, '{}')
      from jsonb_to_recordset(wanted) as it ("productId" uuid, qty integer, "seenPriceYen" integer, "addedAt" timestamptz)
      left join standing_instructions usual on usual.restaurant_id = of_restaurant
    on conflict (cart_id, product_id) do update set qty = excluded.qty, seen_price_yen = excluded.seen_price_yen;
end $$;
