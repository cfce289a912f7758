-- What a restaurant owes is kept in memory for the quotes of its cart (docs/decisions/0112). Every change of what
-- credit-standing.server.ts reads is announced on the channel `orders` as `owes:` with the restaurant.

create or replace function tell_orders(kind text, ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(ids) > 200 then perform pg_notify('orders', 'everything');
  else
    perform pg_notify('orders', kind || ':' || id) from unnest(ids) id;
    if kind = 'order' then
      perform pg_notify('orders', 'owes:' || restaurant_id)
         from (select distinct restaurant_id from orders where id = any(ids)) o;
    end if;
  end if;
end $$;

-- Rows with a restaurant_id.
create function tell_of_debts() returns trigger language plpgsql as $$
begin
  perform tell_orders('owes', array(select distinct restaurant_id from changed where restaurant_id is not null));
  return null;
end $$;
create trigger charges_told_owed after insert on charges referencing new table as changed
  for each statement execute function tell_of_debts();
create trigger payment_allocations_told_owed after insert on payment_allocations referencing new table as changed
  for each statement execute function tell_of_debts();
create trigger credit_limits_told_owed after insert on credit_limits referencing new table as changed
  for each statement execute function tell_of_debts();
create trigger order_stops_told_owed_added after insert on order_stops referencing new table as changed
  for each statement execute function tell_of_debts();
create trigger order_stops_told_owed after update on order_stops referencing new table as changed
  for each statement execute function tell_of_debts();
create trigger debit_agreements_told_owed_added after insert on debit_agreements referencing new table as changed
  for each statement execute function tell_of_debts();
create trigger debit_agreements_told_owed after update on debit_agreements referencing new table as changed
  for each statement execute function tell_of_debts();
create trigger debit_items_told_owed_added after insert on debit_items referencing new table as changed
  for each statement execute function tell_of_debts();
create trigger debit_items_told_owed after update on debit_items referencing new table as changed
  for each statement execute function tell_of_debts();

create function tell_of_invoices() returns trigger language plpgsql as $$
begin
  perform tell_orders('owes', array(select distinct restaurant_id from changed where kind = 'invoice'));
  return null;
end $$;
create trigger issued_documents_told_owed after insert on issued_documents referencing new table as changed
  for each statement execute function tell_of_invoices();
create function tell_of_void_invoices() returns trigger language plpgsql as $$
begin
  perform tell_orders('owes', array(
    select distinct d.restaurant_id from changed c join issued_documents d on d.id = c.document_id where d.kind = 'invoice'));
  return null;
end $$;
create trigger document_voids_told_owed after insert on document_voids referencing new table as changed
  for each statement execute function tell_of_void_invoices();
create function tell_of_closed_charges() returns trigger language plpgsql as $$
begin
  perform tell_orders('owes', array(
    select distinct h.restaurant_id from changed c join charges h on h.id = c.charge_id where c.side = 'restaurant'));
  return null;
end $$;
create trigger closing_charges_told_owed after insert on closing_charges referencing new table as changed
  for each statement execute function tell_of_closed_charges();

create function tell_of_payment_method() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', 'owes:' || new.id);
  return null;
end $$;
create trigger restaurants_told_owed after update on restaurants for each row
  when (old.payment_method is distinct from new.payment_method) execute function tell_of_payment_method();

create trigger credit_terms_told_owed after insert or update or delete on credit_terms
  for each statement execute function tell_all_orders();
create trigger debit_settings_told_owed after insert or update or delete on debit_settings
  for each statement execute function tell_all_orders();
