-- What is asked of the money of all restaurants and farms, at 10,000 and 2,000 of them.

-- How a restaurant stands is asked with every quote of a cart, and of all restaurants at once: what it reads must not grow
-- with years of orders and invoices.

-- The sum of all that a restaurant was charged is read from the index alone.
drop index charges_restaurant;
create index charges_restaurant on charges (restaurant_id, supplied_on) include (total_yen);
create index claims_restaurant_open on claims (restaurant_id) where state in ('opened', 'answered', 'escalated', 'decided');

create view counting_invoices as
select d.id, d.restaurant_id, d.closing_id, d.number, d.issued_on, d.due_on, d.total_yen, d.supersedes
  from issued_documents d
 where d.kind = 'invoice'
   and not exists (select from document_voids v where v.document_id = d.id)
   and not exists (select from issued_documents later where later.supersedes = d.id);
comment on view counting_invoices is 'neither void nor replaced';

-- As before; only an invoice that replaces another one looks for what paid the earlier ones.
create or replace view open_invoices as
select d.id, d.restaurant_id, d.closing_id, d.number, d.issued_on, d.due_on, d.total_yen, d.total_yen - paid.yen as unpaid_yen,
       disputed.yen as disputed_yen
  from counting_invoices d
 cross join lateral (
   select (coalesce((select sum(a.yen) from payment_allocations a where a.document_id = d.id), 0)
     + case when d.supersedes is null then 0 else coalesce((
         with recursive earlier as (
           select d.supersedes as id
           union all
           select e.supersedes from earlier join issued_documents e on e.id = earlier.id
         )
         select sum(a.yen) from earlier join payment_allocations a on a.document_id = earlier.id), 0) end)::bigint as yen
 ) paid
 cross join lateral (
   select coalesce(sum(l.billed_yen + l.billed_yen * l.tax_percent / 100), 0)::bigint as yen
     from claims k
     join charges c on c.order_id = k.order_id and c.kind = 'sale'
     join closing_charges cc on cc.charge_id = c.id and cc.side = 'restaurant' and cc.closing_id = d.closing_id
     join order_lines l on l.id = k.order_line_id
    where k.restaurant_id = d.restaurant_id and k.state in ('opened', 'answered', 'escalated', 'decided')
 ) disputed;

-- The newest documents of a kind are listed first.
create index issued_documents_newest on issued_documents (kind, issued_on desc, id desc);

-- What a statement pays, without reading its slips: each preview of a run asks it of all statements.
alter table issued_documents add column net_yen bigint
  generated always as (case when kind = 'statement' then (content ->> 'netYen')::bigint end) stored;
comment on column issued_documents.net_yen is 'of a statement: with what was carried from the one before it; what is paid';
