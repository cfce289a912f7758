-- What a farm may not sell for the time being: the paper that the law asks for has ended, and no newer one was approved.

alter table documents add column goods_kinds text[] not null default '{}';
comment on column documents.goods_kinds is 'what staff have read that it allows to sell; empty: whatever its kind can stand for';

-- A fact beside the status, not a status: when the new paper is approved everything is as it was, paused goods paused.
create table lapsed_goods (
  farm_id uuid not null references farms,
  goods_kind text not null check (goods_kind in ('resold_produce', 'rice', 'egg', 'meat', 'fish', 'dairy', 'pickles',
    'processed', 'honey_tea', 'alcohol')),
  document_id uuid not null references documents,
  since timestamptz not null,
  primary key (farm_id, goods_kind)
);

-- What the law of food businesses may call a product. A food that this list does not know counts as everything that its
-- shelf may hold, so that none slips through.
create function goods_kinds_of(category text, item_key text) returns text[] immutable strict parallel safe language sql
return case
  when item_key in ('milk', 'mozzarella', 'butter') then '{dairy}'
  when item_key in ('egg', 'quail_egg') then '{egg}'
  when item_key = 'umeboshi' then '{pickles}'
  when item_key in ('honey', 'sencha', 'dried_shiitake') then '{honey_tea}'
  when item_key in ('sake', 'wine_jp') then '{alcohol}'
  when item_key in ('miso', 'soy_sauce', 'olive_oil') then '{processed}'
  when category = 'processed' then '{processed,pickles,honey_tea,alcohol,dairy}'
  when category = 'egg' then '{egg,dairy}'
  when category in ('rice', 'meat', 'fish') then array[category]
  else '{resold_produce}'
end::text[];

create function goods_lapsed(farm uuid, category text, item_key text) returns boolean stable parallel safe language sql
return exists (select from lapsed_goods where farm_id = farm and goods_kind = any (goods_kinds_of(category, item_key)));

-- As in 0002, with what has lapsed.
create or replace function show_products_in_search(ids uuid[]) returns void language plpgsql as $$
begin
  perform from farms f where f.id in (select farm_id from products where id = any (ids)) order by f.id for share;
  update product_search s set visible = shown.now
    from (select p.id, p.status = 'listed' and f.status = 'approved'
                       and not goods_lapsed(p.farm_id, p.category, p.item_key) as now
            from products p join farms f on f.id = p.farm_id where p.id = any (ids)) shown
   where s.product_id = shown.id and s.visible is distinct from shown.now;
end $$;
comment on column product_search.visible is
  'listed, of an approved farm, nothing lapsed; kept so by triggers, whoever changes a status';

create trigger products_of_another_kind_shown after update of category, item_key on products
  for each row when (row (old.category, old.item_key) is distinct from row (new.category, new.item_key))
  execute function show_product_in_search();

-- Whoever writes here has locked the farm: an order that is being written comes before it or after it.
create function show_lapsed_in_search() returns trigger language plpgsql as $$
begin
  perform show_products_in_search(array_agg(id)) from products where farm_id = coalesce(new.farm_id, old.farm_id);
  return null;
end $$;
create trigger lapsed_goods_hidden after insert or delete on lapsed_goods for each row execute function show_lapsed_in_search();
