-- A checkout asks less often (docs/decisions/0124): stock is locked and taken in one call, and how the user wants the mail about the order
-- is read with their rights.

-- Takes stock, if there is enough, after locking its rows in the order of their products. What others hold on the last page before
-- their order (`held`, as app/modules/products/catalog/checkout-holds.server.ts counts it) is read under the locks, after all that was
-- committed while this waited: each query of a volatile function sees what was committed when it begins.
create function take_stock(
  ids uuid[], quantities integer[], of_person uuid, at timestamptz,
  out id uuid, out "left" integer, out "sellsFrom" text, out held integer
) returns setof record volatile language plpgsql as $$
begin
  perform from product_stock s where s.product_id = any (ids) order by s.product_id for update;
  return query
    update product_stock s set available_qty = s.available_qty - wanted.qty
      from (select line.product_id, sum(line.qty)::int as qty from unnest(ids, quantities) as line (product_id, qty) group by 1) wanted
      join products p on p.id = wanted.product_id
     where s.product_id = wanted.product_id and s.available_qty >= wanted.qty
    returning p.id, s.available_qty, p.sells_from, (
      select coalesce(sum(least(h.qty, l.qty)), 0)::int from checkout_holds h
        join cart_lines l on l.cart_id = h.cart_id and l.product_id = h.product_id
        join carts c on c.id = h.cart_id
       where h.product_id = p.id and h.until > at and c.person_id is distinct from of_person);
end $$;

-- As in 0251-what-a-checkout-locks.sql, and `mail_wishes`: as app/modules/notifications/mail-reader.server.ts reads them for the kind
-- `order`; null for an account that is closed.
drop function hold_for_checkout(uuid, uuid, uuid, timestamptz);
create function hold_for_checkout(
  of_restaurant uuid, of_person uuid, of_kitchen uuid, at timestamptz,
  out restaurant_status text, out role text, out order_limit_yen integer, out email text, out mail_wishes jsonb, out cart_id uuid,
  out ship_to jsonb
) volatile language plpgsql as $$
begin
  select r.status into restaurant_status from restaurants r where r.id = of_restaurant for no key update;
  if restaurant_status is distinct from 'approved' then return; end if;
  select m.role, m.order_limit_yen, p.email,
         case when p.closed_at is null then jsonb_build_object(
           'mail', s.mail, 'announcementMails', p.announcement_mails, 'priceMails', p.price_mails,
           'rings', exists (select from notification_addresses a
                             where a.person_id = p.id and a.ended_at is null and a.channel = any (s.channels))) end
    into role, order_limit_yen, email, mail_wishes
    from memberships m join people p on p.id = m.person_id
    left join notification_settings s on s.person_id = p.id and s.kind = 'order'
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
