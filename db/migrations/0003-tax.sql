-- Consumption tax by day of supply. A later row starts where the one before it ends, so two rates can never hold at once.
create table tax_rates (
  kind text not null check (kind in ('standard', 'food', 'newspaper', 'non_taxable', 'out_of_scope')),
  percent smallint not null check (percent between 0 and 100),
  from_on date not null,
  enabled boolean not null,
  source text not null,
  primary key (kind, from_on)
);
insert into tax_rates (kind, percent, from_on, enabled, source) values
  ('standard', 10, '2019-10-01', true, '消費税法（2019年10月1日施行）'),
  ('food', 8, '2019-10-01', true, '消費税法（軽減税率）'),
  ('newspaper', 8, '2019-10-01', true, '消費税法（軽減税率）'),
  ('non_taxable', 0, '2019-10-01', true, '消費税法（非課税）'),
  ('out_of_scope', 0, '2019-10-01', true, '消費税法（不課税）'),
  -- Planned by cabinet decisions of 2026-08-05 and 2026-09-15; the law was not passed when this was written. Both
  -- rows stay off until it is published, and are switched on together.
  ('food', 1, '2027-04-01', false, '2026年8月5日・9月15日閣議決定（法律の成立は未確認）'),
  ('food', 8, '2029-04-01', false, '同上：もとの税率にもどす日');
