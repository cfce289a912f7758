-- Where the bills of a restaurant go, on which day they are closed, and how they are paid. Nothing is billed yet.
alter table restaurants
  -- empty: the restaurant's own name
  add column billing_name text not null default '',
  -- empty: the owners' own addresses
  add column billing_email text not null default '' check (billing_email = lower(billing_email)),
  -- all of it empty: the first kitchen
  add column billing_postal_code text not null default '',
  add column billing_prefecture_code text not null default '',
  add column billing_city text not null default '',
  add column billing_street text not null default '',
  add column billing_building text not null default '',
  -- 31: the last day of the month (末)
  add column closing_day smallint not null default 31 check (closing_day in (5, 10, 15, 20, 25, 31)),
  add column payment_method text not null default 'transfer'
    check (payment_method in ('transfer', 'direct_debit', 'card')),
  add check ((billing_postal_code = '') = (billing_city = '') and (billing_postal_code = '') = (billing_street = '')
    and (billing_postal_code = '') = (billing_prefecture_code = ''));
