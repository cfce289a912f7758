-- An order may be meant for a carrier that is known by its name alone, which can be asked to come like the others; until now only
-- the parcel that had left could name it (0240).
alter table order_carriers
  drop constraint order_carriers_carrier_check,
  add constraint order_carriers_carrier check (char_length(carrier) between 1 and 40);
alter table pickup_settings
  drop constraint pickup_settings_carrier_check,
  add constraint pickup_settings_carrier check (char_length(carrier) between 1 and 40);
alter table pickup_bookings
  drop constraint pickup_bookings_carrier_check,
  add constraint pickup_bookings_carrier check (char_length(carrier) between 1 and 40);
