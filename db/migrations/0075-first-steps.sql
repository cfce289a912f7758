-- When an owner last saved what a sign-up leaves at values of ours: until then it is one of the first steps on the home.
alter table farms add column shipping_saved_at timestamptz;
alter table restaurants add column billing_saved_at timestamptz;
update farms set shipping_saved_at =
  (select max(at) from events where about_farm_id = farms.id and kind = 'shipping_changed');
update restaurants set billing_saved_at = now() where closing_day <> 31 or payment_method <> 'transfer';
