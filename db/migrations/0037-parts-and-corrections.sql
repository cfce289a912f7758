-- What an order may still come to: a part goes first, the boxes come back, the bill is put right, the goods are sent again.

-- A part first, the rest by a promised day: what the restaurant allows, and what stood on the order.
alter table standing_instructions
  add column part_wait_days smallint default 1 check (part_wait_days between 0 and 7),
  add column part_freight boolean not null default false;
comment on column standing_instructions.part_wait_days is 'the rest of a divided order may come so many days after the delivery day; null: never divided';
comment on column standing_instructions.part_freight is 'the restaurant pays for the boxes of the rest as well';
alter table orders
  add column part_wait_days smallint default 1 check (part_wait_days between 0 and 7),
  add column part_freight boolean not null default false,
  add column rest_on date check (rest_on >= delivery_on),
  add column claim_id uuid unique references claims;
comment on column orders.rest_on is 'by this day the rest of it is there, as the farm promised when a part of it left';
comment on column orders.claim_id is 'sent again for this claim, for nothing';
alter table parcels
  add column sent_first boolean not null default false,
  add column for_rest boolean not null default false;
comment on column parcels.for_rest is 'not planned with the order: needed because it was divided';

-- What left first; the rest is what was confirmed less this. The quantity that was shipped is stated once, when all of it left.
create table part_lines (
  order_line_id uuid primary key references order_lines,
  order_id uuid not null references orders,
  qty integer not null check (qty > 0),
  grams integer check (grams > 0),
  event_id uuid not null references events,
  at timestamptz not null
);
create index part_lines_order on part_lines (order_id);
create trigger part_lines_append_only before update or delete on part_lines for each row execute function refuse_rewriting_history();

-- Goods for nothing cost nothing, and nothing else does.
alter table order_lines add column free boolean not null default false;
alter table order_lines drop constraint order_lines_price_yen_check;
alter table order_lines drop constraint order_lines_ceiling_yen_check;
alter table order_lines add constraint order_lines_price_yen_check check (case when free then price_yen = 0 else price_yen > 0 end);
alter table order_lines add constraint order_lines_ceiling_yen_check check (case when free then ceiling_yen = 0 else ceiling_yen > 0 end);

-- A parcel that came back is a claim about all of the order; its line is then only the first.
alter table claims
  add column whole_order boolean not null default false,
  drop constraint claims_reason_check,
  add constraint claims_reason_check check (reason in ('short', 'damaged', 'spoiled', 'wrong', 'temperature', 'not_arrived', 'sent_back')),
  add check (whole_order = (reason = 'sent_back'));

-- What is final is never rewritten: it is put right by an entry against it.
create table corrections (
  id uuid primary key,
  number text not null unique,
  order_id uuid not null references orders,
  corrects_id uuid references corrections,
  claim_id uuid unique references claims,
  reason text not null check (char_length(reason) between 1 and 400),
  event_id uuid not null references events,
  at timestamptz not null,
  check (corrects_id <> id)
);
comment on column corrections.corrects_id is 'the correction before this one; null: the bill itself. So they form one chain';
-- nothing is corrected twice from the same state of the bill
create unique index corrections_chain on corrections (order_id, corrects_id) nulls not distinct;
create trigger corrections_append_only before update or delete on corrections for each row execute function refuse_rewriting_history();
create table correction_lines (
  correction_id uuid not null references corrections,
  order_line_id uuid references order_lines,
  yen bigint not null check (yen <> 0),
  tax_percent smallint not null,
  unique nulls not distinct (correction_id, order_line_id)
);
comment on column correction_lines.order_line_id is 'null: freight';
comment on column correction_lines.yen is 'without tax; below zero the restaurant gets it back';
create trigger correction_lines_append_only before update or delete on correction_lines for each row execute function refuse_rewriting_history();

-- credits of claims that were settled after the bill was final
with numbered as materialized (
  select e.claim_id, e.order_id, e.order_line_id, e.yen, e.tax_percent, e.event_id, e.at, gen_random_uuid() as id,
         row_number() over of_order as ordinal
  from claim_entries e where e.next_statement
  window of_order as (partition by e.order_id order by e.at, e.claim_id)
), chained as materialized (
  select n.*, lag(n.id) over (partition by n.order_id order by n.ordinal) as corrects_id from numbered n
), written as (
  insert into corrections (id, number, order_id, corrects_id, claim_id, reason, event_id, at)
  select c.id, o.number || '-S' || c.ordinal, c.order_id, c.corrects_id, c.claim_id, '申し出が決まりました', c.event_id, c.at
  from chained c join orders o on o.id = c.order_id
)
insert into correction_lines (correction_id, order_line_id, yen, tax_percent)
select id, order_line_id, -yen, tax_percent from chained;

-- Up to how much a claim settles by itself: what each side says of itself, else what we say.
create table platform_terms (
  single boolean primary key default true check (single),
  claim_auto_yen integer not null default 3000 check (claim_auto_yen between 0 and 100000),
  version integer not null default 1 check (version > 0)
);
insert into platform_terms default values;
alter table farms alter column claim_auto_yen drop default, alter column claim_auto_yen drop not null;
alter table restaurants alter column claim_auto_yen drop default, alter column claim_auto_yen drop not null;
comment on column farms.claim_auto_yen is 'up to here, without tax, a claim with a photo settles by itself; null: as much as platform_terms says. The smaller of both sides counts';
