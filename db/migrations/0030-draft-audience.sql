-- A copy of goods that chosen restaurants alone are shown is for the same restaurants, from its draft on.
alter table product_drafts add column audience text not null default 'everybody'
  check (audience in ('everybody', 'chosen'));

create table draft_audience (
  draft_id uuid not null references product_drafts on delete cascade,
  restaurant_id uuid not null references restaurants,
  primary key (draft_id, restaurant_id)
);
create index draft_audience_restaurant on draft_audience (restaurant_id);

-- Whether somebody wants to be told of prices by mail: those of goods they buy regularly, and those agreed with their place.
alter table people add column price_mails boolean not null default true;
