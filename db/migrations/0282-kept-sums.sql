-- What the postings of each account and party add up to, and what of the charges is in no period yet. The page of exceptions
-- asks it of every restaurant each time, and added all rows of all years (docs/decisions/0089). What is summed is append-only, so
-- that only inserts change a sum.
-- in the order in which a charge is recorded, so that a process of the version before cannot wait for us in a circle
lock table charges, closing_charges, ledger_postings in share row exclusive mode;

create table kept_sums (
  what text not null,
  restaurant_id uuid,
  farm_id uuid,
  yen bigint not null,
  unique nulls not distinct (what, restaurant_id, farm_id)
);
comment on table kept_sums is 'a copy for reading, together with kept_sum_changes: ledger_postings, charges and closing_charges are the truth';
comment on column kept_sums.what is 'an account of the ledger; unbilled: total_yen of the charges in no period of their restaurant; unstated: farm_yen less fee_yen of those in none of their farm';

-- Written with what is summed, and added to the sums every minute by a job: two transactions never wait for one sum.
create table kept_sum_changes (
  what text not null,
  restaurant_id uuid,
  farm_id uuid,
  yen bigint not null
);
comment on table kept_sum_changes is 'what kept_sums does not have yet';

create view current_sums as
select what, restaurant_id, farm_id, sum(yen)::bigint as yen
  from (select * from kept_sums union all select * from kept_sum_changes) parts
 group by what, restaurant_id, farm_id;

-- The same, from the truth.
create view plain_sums as
select account as what, restaurant_id, farm_id, sum(yen)::bigint as yen from ledger_postings group by 1, 2, 3
union all
select 'unbilled', h.restaurant_id, null, sum(h.total_yen)::bigint from charges h
 where not exists (select from closing_charges c where c.charge_id = h.id and c.side = 'restaurant') group by 2
union all
select 'unstated', null, h.farm_id, sum(h.farm_yen - h.fee_yen)::bigint from charges h
 where h.farm_id is not null
   and not exists (select from closing_charges c where c.charge_id = h.id and c.side = 'farm') group by 3;

create function keep_sums_of_postings() returns trigger language plpgsql as $$
begin
  insert into kept_sum_changes (what, restaurant_id, farm_id, yen)
  select account, restaurant_id, farm_id, sum(yen) from changed group by 1, 2, 3 having sum(yen) <> 0;
  return null;
end $$;
create trigger ledger_postings_summed after insert on ledger_postings referencing new table as changed
  for each statement execute function keep_sums_of_postings();

create function keep_sums_of_charges() returns trigger language plpgsql as $$
begin
  insert into kept_sum_changes (what, restaurant_id, farm_id, yen)
  select 'unbilled', restaurant_id, null::uuid, sum(total_yen) from changed group by 2 having sum(total_yen) <> 0
  union all
  select 'unstated', null, farm_id, sum(farm_yen - fee_yen) from changed where farm_id is not null
   group by 3 having sum(farm_yen - fee_yen) <> 0;
  return null;
end $$;
create trigger charges_summed after insert on charges referencing new table as changed
  for each statement execute function keep_sums_of_charges();

create function keep_sums_of_closings() returns trigger language plpgsql as $$
begin
  insert into kept_sum_changes (what, restaurant_id, farm_id, yen)
  select 'unbilled', h.restaurant_id, null::uuid, -sum(h.total_yen) from changed c join charges h on h.id = c.charge_id
   where c.side = 'restaurant' group by 2 having sum(h.total_yen) <> 0
  union all
  select 'unstated', null, h.farm_id, -sum(h.farm_yen - h.fee_yen) from changed c join charges h on h.id = c.charge_id
   where c.side = 'farm' group by 3 having sum(h.farm_yen - h.fee_yen) <> 0;
  return null;
end $$;
create trigger closing_charges_summed after insert on closing_charges referencing new table as changed
  for each statement execute function keep_sums_of_closings();

insert into kept_sums (what, restaurant_id, farm_id, yen) select * from plain_sums;
