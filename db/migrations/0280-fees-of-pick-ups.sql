-- What is fetched may cost, and may leave the farm before the day on which it is fetched: a point in a town is not the farm.
alter table delivery_ways
  drop constraint delivery_ways_check,
  add constraint delivery_ways_pickup_place check (kind <> 'pickup' or place <> '');
comment on column delivery_ways.weekdays is 'on which it leaves the farm';
comment on column delivery_ways.lead_days is 'from leaving the farm to the kitchen, or to the place where it is fetched';
