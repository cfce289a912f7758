-- What a chef allows in advance when a farm falls short (欠品時の指示): per restaurant, and per line.

alter table cart_lines drop constraint cart_lines_on_shortage_check;
alter table cart_lines
  add constraint cart_lines_on_shortage_check
    check (on_shortage in ('ship_what_there_is', 'substitute', 'drop_line', 'all_or_nothing', 'ask')),
  add column shortage_terms jsonb not null default '{}';
alter table order_lines drop constraint order_lines_on_shortage_check;
alter table order_lines
  add constraint order_lines_on_shortage_check
    check (on_shortage in ('ship_what_there_is', 'substitute', 'drop_line', 'all_or_nothing', 'ask')),
  add column shortage_terms jsonb not null default '{}',
  add column substitute_for uuid references order_lines;
comment on column order_lines.shortage_terms is 'what belongs to the instruction: substitutes and their ceiling, until when to ask, and what then (ordering/instruction.ts)';

create table standing_instructions (
  restaurant_id uuid primary key references restaurants,
  on_shortage text not null check (on_shortage in ('ship_what_there_is', 'drop_line', 'all_or_nothing', 'ask')),
  shortage_terms jsonb not null default '{}',
  tolerance_percent smallint check (tolerance_percent between 0 and 50),
  version integer not null default 1 check (version > 0),
  changed_at timestamptz not null
);
comment on column standing_instructions.tolerance_percent is 'the widest tolerance of weight (不定貫) that this restaurant takes; null: whatever the goods say';

-- While the restaurant is asked: what the farm can send of each line, and until when the answer is waited for.
alter table orders
  add column proposal jsonb,
  add column proposal_due_at timestamptz,
  add check ((state = 'proposed') = (proposal is not null)),
  add check ((proposal is null) = (proposal_due_at is null));
create index orders_restaurant_asked on orders (restaurant_id, proposal_due_at) where state = 'proposed';
