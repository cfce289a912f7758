-- Which charges are in no period of a side yet. To find those of the period that runs, all charges that a restaurant or a farm ever had
-- were compared with all that are in a period (docs/decisions/0139). Both tables are append-only, so that only inserts change it.
-- so that no charge and no period comes between the rows that are listed here and the triggers
lock table charges, closing_charges in share row exclusive mode;

create table unclosed_charges (
  party_id uuid not null,
  supplied_on date not null,
  -- a charge is removed by tests alone
  charge_id uuid not null references charges on delete cascade,
  primary key (party_id, supplied_on, charge_id)
);
comment on table unclosed_charges is 'an index, which triggers keep: charges and closing_charges are the truth';
comment on column unclosed_charges.party_id is 'the restaurant or the farm in none of whose periods the charge is';

-- The same, from the truth.
create view plain_unclosed_charges as
select h.restaurant_id as party_id, h.supplied_on, h.id as charge_id from charges h
 where not exists (select from closing_charges c where c.charge_id = h.id and c.side = 'restaurant')
union all
select h.farm_id, h.supplied_on, h.id from charges h
 where h.farm_id is not null
   and not exists (select from closing_charges c where c.charge_id = h.id and c.side = 'farm');

create function keep_unclosed_charges() returns trigger language plpgsql as $$
begin
  insert into unclosed_charges (party_id, supplied_on, charge_id)
  select restaurant_id, supplied_on, id from changed
  union all
  select farm_id, supplied_on, id from changed where farm_id is not null;
  return null;
end $$;
create trigger charges_unclosed after insert on charges referencing new table as changed
  for each statement execute function keep_unclosed_charges();

create function drop_closed_charges() returns trigger language plpgsql as $$
begin
  delete from unclosed_charges u using changed c join charges h on h.id = c.charge_id
   where u.party_id = case c.side when 'restaurant' then h.restaurant_id else h.farm_id end
     and u.supplied_on = h.supplied_on and u.charge_id = h.id;
  return null;
end $$;
create trigger closing_charges_closed after insert on closing_charges referencing new table as changed
  for each statement execute function drop_closed_charges();

insert into unclosed_charges (party_id, supplied_on, charge_id) select * from plain_unclosed_charges;
