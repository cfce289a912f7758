-- Codes of ゆうプリR that could not be verified: a farm states what its own program takes. Empty: not stated.
alter table carrier_contracts
  add column chilled_code text not null default '' check (chilled_code ~ '^\d{0,2}$'),
  add column frozen_code text not null default '' check (frozen_code ~ '^\d{0,2}$'),
  add column evening_code text not null default '' check (evening_code ~ '^(\d{2})?$');
comment on column carrier_contracts.chilled_code is '保冷 of ゆうプリR; empty: 1, and the farm is told to check it';
comment on column carrier_contracts.frozen_code is '保冷 of ゆうプリR; empty: 2, and the farm is told to check it';
comment on column carrier_contracts.evening_code is '配達希望時間帯 19–21 of ゆうプリR; empty: such a parcel has no slot';
