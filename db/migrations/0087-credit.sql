-- Buying on account: how much a restaurant may owe, when it may not order, and of what it has been reminded.

create table credit_terms (
  single boolean primary key default true check (single),
  default_limit_yen bigint not null default 10000000 check (default_limit_yen between 0 and 100000000),
  overdue_days integer not null default 14 check (overdue_days between 1 and 90),
  version integer not null default 1 check (version > 0)
);
insert into credit_terms default values;
comment on column credit_terms.default_limit_yen is 'of a restaurant without a limit of its own';
comment on column credit_terms.overdue_days is 'an invoice that is overdue by more days than this stops ordering';

-- The latest one counts.
create table credit_limits (
  id uuid primary key,
  restaurant_id uuid not null references restaurants,
  limit_yen bigint not null check (limit_yen between 0 and 100000000),
  reason text not null check (char_length(reason) between 1 and 400),
  set_by text not null,
  event_id uuid not null references events,
  at timestamptz not null
);
create index credit_limits_restaurant on credit_limits (restaurant_id, at desc, id desc);
create trigger credit_limits_append_only before update or delete on credit_limits for each row execute function refuse_rewriting_history();
create trigger credit_limits_not_emptied before truncate on credit_limits for each statement execute function refuse_rewriting_history();

create table order_stops (
  id uuid primary key,
  restaurant_id uuid not null references restaurants,
  kind text not null check (kind in ('overdue', 'staff')),
  reason text not null check (char_length(reason) between 1 and 400),
  stopped_by text,
  at timestamptz not null,
  released_at timestamptz,
  released_by text,
  release_reason text check (char_length(release_reason) between 1 and 400),
  check ((kind = 'staff') = (stopped_by is not null)),
  check ((released_at is null) = (release_reason is null)),
  check (released_at is not null or released_by is null),
  check (released_at >= at)
);
create index order_stops_restaurant on order_stops (restaurant_id, at desc);
create unique index order_stops_one_open on order_stops (restaurant_id) where released_at is null;
comment on column order_stops.kind is 'overdue: by itself, and released by itself once it is paid; staff: by hand, until it is released by hand';
comment on column order_stops.released_by is 'null: by itself, once it was paid; by staff: the invoices that were overdue then do not stop ordering again';

create table invoice_reminders (
  document_id uuid not null references issued_documents,
  days smallint not null check (days in (-3, 0, 3, 7, 14)),
  yen bigint not null check (yen > 0),
  at timestamptz not null,
  primary key (document_id, days)
);
create trigger invoice_reminders_append_only before update or delete on invoice_reminders for each row execute function refuse_rewriting_history();
comment on column invoice_reminders.days is 'after the due date; below zero before it';

-- What is open of an invoice that counts. An allocation to the invoice that it replaced pays it, too. Disputed is what is
-- claimed and not settled of its deliveries, with tax: it is not reminded of.
create view open_invoices as
select d.id, d.restaurant_id, d.closing_id, d.number, d.issued_on, d.due_on, d.total_yen, d.total_yen - paid.yen as unpaid_yen,
       disputed.yen as disputed_yen
  from issued_documents d
 cross join lateral (
   select coalesce(sum(a.yen), 0)::bigint as yen
     from payment_allocations a
    where a.document_id in (
      with recursive chain as (
        select d.id, d.supersedes
        union all
        select earlier.id, earlier.supersedes from chain join issued_documents earlier on earlier.id = chain.supersedes
      )
      select id from chain)
 ) paid
 cross join lateral (
   select coalesce(sum(l.billed_yen + l.billed_yen * l.tax_percent / 100), 0)::bigint as yen
     from closing_charges cc
     join charges c on c.id = cc.charge_id and c.kind = 'sale'
     join claims k on k.order_id = c.order_id and k.state in ('opened', 'answered', 'escalated', 'decided')
     join order_lines l on l.id = k.order_line_id
    where cc.closing_id = d.closing_id and cc.side = 'restaurant'
 ) disputed
 where d.kind = 'invoice'
   and not exists (select from document_voids v where v.document_id = d.id)
   and not exists (select from issued_documents later where later.supersedes = d.id);

-- A standing order may be refused because of what is owed.
alter table standing_runs drop constraint standing_runs_outcome_check, drop constraint standing_runs_check1;
alter table standing_runs
  add constraint standing_runs_outcome check (outcome in ('ordered', 'asked', 'nothing', 'refused')),
  add constraint standing_runs_purchase check ((purchase_id is null) = (outcome is null or outcome in ('nothing', 'refused')));
