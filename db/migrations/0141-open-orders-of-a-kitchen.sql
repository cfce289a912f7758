-- The cart asks for them at every press: also those about which the farm has asked.
create index orders_still_open_of_kitchen on orders (kitchen_id, farm_id, delivery_on)
  where state in ('placed', 'accepted', 'proposed');
drop index orders_open_of_kitchen;
