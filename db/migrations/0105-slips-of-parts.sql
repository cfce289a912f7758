-- A divided order has a delivery slip for each of its parts. The row of the whole is then that of an order whose rest was
-- dropped: what left first was all of it.
alter table shipped_slips add column part text not null default 'whole' check (part in ('whole', 'first', 'rest'));
alter table shipped_slips alter column part drop default;
alter table shipped_slips drop constraint shipped_slips_pkey;
alter table shipped_slips add primary key (order_id, part);
alter table shipped_slips drop constraint shipped_slips_document_id_key;
create index shipped_slips_of_parts on shipped_slips (order_id) where part = 'first';

-- From which harvest it left; null: before this was kept. The rest may come from another one.
alter table part_lines add column lot_id uuid references lots;

drop index orders_on_their_way;
create index orders_on_their_way on orders (id) where state in ('partly_shipped', 'shipped', 'delivered', 'inspected');
