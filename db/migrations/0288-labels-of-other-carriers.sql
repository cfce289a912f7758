-- The list of parcels for a carrier without a program comes back with its numbers, as the files of the three programs do: a label
-- has the carrier and the number that its parcel may leave with.
alter table parcel_labels
  drop constraint parcel_labels_carrier_check,
  drop constraint parcel_labels_tracking_number_check,
  add constraint parcel_labels_carrier_check check (char_length(carrier) between 1 and 40 and carrier = btrim(carrier)),
  add constraint parcel_labels_tracking_number_check check (
    tracking_number ~ case when carrier in ('yamato', 'sagawa', 'japanpost') then '^\d{12}$' else '^[0-9A-Z]{4,20}$' end);
alter table parcels
  drop constraint parcels_label_carrier_check,
  drop constraint parcels_label_number_check,
  add constraint parcels_label_carrier_check check (char_length(label_carrier) between 1 and 40 and label_carrier = btrim(label_carrier)),
  add constraint parcels_label_number_check check (
    label_number ~ case when label_carrier in ('yamato', 'sagawa', 'japanpost') then '^\d{12}$' else '^[0-9A-Z]{4,20}$' end);
comment on column parcels.label_carrier is 'yamato, sagawa, japanpost, or the name of another carrier';
