-- The delivery slip (納品書) that states what left the farm. A farm may issue one while it packs, and again if it packs
-- otherwise; once the order has been shipped, one is settled, and later shortages and claims do not change it.
create table shipped_slips (
  order_id uuid primary key references orders,
  document_id uuid not null unique references issued_documents,
  at timestamptz not null
);
create trigger shipped_slips_append_only before update or delete on shipped_slips for each row execute function refuse_rewriting_history();
create index orders_on_their_way on orders (id) where state in ('shipped', 'delivered', 'inspected');
