-- What a checkout locks, in one call instead of six statements (docs/decisions/0119): the restaurant, the cart, its farms, the
-- kitchen, and its orders that may still be extended, always in this order. Each query of a volatile function sees what was
-- committed when it begins, so each still sees what was committed while the one before waited. It ends, and locks nothing more,
-- where the restaurant may not order, the person is no member any more, or there is no cart. `ship_to` is null for a closed kitchen.
create function hold_for_checkout(
  of_restaurant uuid, of_person uuid, of_kitchen uuid, at timestamptz,
  out restaurant_status text, out role text, out order_limit_yen integer, out email text, out cart_id uuid, out ship_to jsonb
) volatile language plpgsql as $$
begin
  select r.status into restaurant_status from restaurants r where r.id = of_restaurant for no key update;
  if restaurant_status is distinct from 'approved' then return; end if;
  select m.role, m.order_limit_yen, p.email into role, order_limit_yen, email
    from memberships m join people p on p.id = m.person_id
   where m.restaurant_id = of_restaurant and m.person_id = of_person;
  if role is null then return; end if;
  select c.id into cart_id from carts c where c.person_id = of_person and c.kitchen_id = of_kitchen for update;
  if cart_id is null then return; end if;
  perform from farms f
    where f.id in (select p.farm_id from cart_lines l join products p on p.id = l.product_id
                    where l.cart_id = hold_for_checkout.cart_id)
    order by f.id for share;
  select case when k.closed_at is null then jsonb_build_object(
           'restaurant', r.name, 'kitchen', k.name, 'postalCode', k.postal_code, 'prefectureCode', k.prefecture_code,
           'city', k.city, 'street', k.street, 'building', k.building, 'place', k.place, 'phone', k.phone) end
    into ship_to
    from kitchens k join restaurants r on r.id = k.restaurant_id where k.id = of_kitchen for no key update of k;
  perform from orders o
    where o.kitchen_id = of_kitchen and o.state in ('placed', 'accepted', 'proposed') and o.cutoff_at >= at
    order by o.id for update;
end $$;
