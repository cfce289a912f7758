-- A hub (JA, 直売所, a carrier of the region) opens runs and is paid for them like a farm, and sells nothing itself.
alter table farms add column is_hub boolean not null default false;
comment on column farms.is_hub is 'drives runs (共同便) for farms and sells nothing: it is on no public page, and no goods of it can be listed';
