-- The rate in force is found for a farm by its own few agreements, each of which is asked for its answer. As a join PostgreSQL read the
-- answers of all farms for each call, and a checkout of three farms calls it nine times (docs/decisions/0123).
create or replace function commission_bp_of(farm uuid, day date) returns integer language sql stable as $$
  select a.commission_bp
    from commission_agreements a
   where a.farm_id = farm and a.from_on <= day
     and (select c.answer from commission_answers c where c.agreement_id = a.id) = 'agreed'
   order by a.from_on desc, a.at desc, a.id desc limit 1
$$;
