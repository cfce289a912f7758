-- A farm's own van may cost by distance instead of one fee for its whole area: bands of kilometres, and the kilometres that
-- the farm states for each municipality or beginning of a postal code.
alter table delivery_ways
  add column distance_fees jsonb,
  add constraint delivery_ways_distance_fees check (
    distance_fees is null
    or (kind = 'own_van' and jsonb_array_length(distance_fees->'bands') between 1 and 8
        and jsonb_array_length(distance_fees->'distances') between 1 and 200)
  );
comment on column delivery_ways.distance_fees is
  '{bands: [{upToKm, feeYen}], distances: [{place, km}]}, in yen without tax; null: fee_yen everywhere. With it, fee_yen is the least of the bands';
