-- The ledger looked at each row by itself. A bank's file of 100,000 rows writes half a million of them, hundreds a statement, so what
-- can be looked at for a whole statement is. What is refused is the same: an entry that does not balance when its transaction ends
-- (a constraint that is deferred is of single rows, and stays), a posting for an entry that another transaction has made, and an
-- entry of a closed month.
drop trigger ledger_postings_with_entry on ledger_postings;
-- The plan is made once for a connection, perhaps while the table is small: each entry is found by its key all the same, or every
-- statement of a large import would read all entries.
create or replace function refuse_late_posting() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  late uuid;
begin
  select a.entry_id into late from added a
   where not exists (select from ledger_entries e where e.id = a.entry_id and e.made_in = pg_current_xact_id())
   limit 1;
  if found then
    raise exception 'ledger entry % was made before; it gets no more postings', late using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_postings_with_entry after insert on ledger_postings
  referencing new table as added for each statement execute function refuse_late_posting();

drop trigger ledger_entries_open_month on ledger_entries;
create or replace function refuse_closed_month() returns trigger language plpgsql as $$
declare
  closed date;
begin
  select a.on_day into closed from added a
    join ledger_months m on m.month = date_trunc('month', a.on_day)::date
   limit 1;
  if found then
    raise exception 'the month of % is closed', closed using errcode = 'check_violation', constraint = 'ledger_month_closed';
  end if;
  return null;
end $$;
create trigger ledger_entries_open_month after insert on ledger_entries
  referencing new table as added for each statement execute function refuse_closed_month();
