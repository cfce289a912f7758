-- A box of several kinds of food (野菜セット): what is in it, its allergens, and how much of its price is food.

alter table products drop constraint products_category_check;
alter table products add constraint products_category_check check (category in
  ('leaf', 'fruitveg', 'root', 'mushroom', 'fruit', 'egg', 'rice', 'herb', 'meat', 'fish', 'processed', 'set'));
alter table produce_items drop constraint produce_items_category_check;
alter table produce_items add constraint produce_items_category_check check (category in
  ('leaf', 'fruitveg', 'root', 'mushroom', 'fruit', 'egg', 'rice', 'herb', 'meat', 'fish', 'processed', 'set'));
-- a set of vegetables can be asked for by its name
alter table requests drop constraint requests_category_check;
alter table requests add constraint requests_category_check check (category in
  ('leaf', 'fruitveg', 'root', 'mushroom', 'fruit', 'egg', 'rice', 'herb', 'meat', 'fish', 'processed', 'set'));

alter table products
  add column contents text not null default '',
  add column allergens text[] not null default '{}' check (allergens <@ array
    ['shrimp', 'crab', 'cashew', 'walnut', 'wheat', 'buckwheat', 'egg', 'milk', 'peanut', 'none']),
  add column food_share_percent smallint check (food_share_percent between 1 and 99);
comment on column products.contents is 'of a set: a kind of food and its amount on each line';
comment on column products.allergens is 'of a set: those it contains, or none';
comment on column products.food_share_percent is 'of a set that is not food alone: how much of its price is food';

-- A box with things that are not food counts as food up to 10,000 yen if two thirds of its price are (一体資産).
create function tax_kind_of_set(price_yen integer, food_share_percent smallint) returns text
  immutable parallel safe language sql
return case when food_share_percent is null or (price_yen <= 10000 and food_share_percent * 3 >= 200)
            then 'food' else 'standard' end;
comment on function tax_kind_of_set is 'the same as taxKindOfSet in modules/products/set-contents.ts';

-- Whoever changes the price.
create function tax_set_by_its_price() returns trigger language plpgsql as $$
begin
  new.tax_kind := tax_kind_of_set(new.price_yen, new.food_share_percent);
  return new;
end $$;
create trigger sets_taxed before insert or update of price_yen, food_share_percent, category, tax_kind on products
  for each row when (new.category = 'set' and new.contents <> '') execute function tax_set_by_its_price();

-- As in 0020; a set of vegetables alone is produce, any other one counts as everything that it may hold.
create or replace function goods_kinds_of(category text, item_key text) returns text[]
  immutable strict parallel safe language sql
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
  when category = 'set' and item_key <> 'vegetable_set'
    then '{resold_produce,rice,egg,meat,fish,dairy,pickles,processed,honey_tea,alcohol}'
  else '{resold_produce}'
end::text[];

insert into produce_items (key, category, parent_key, name, words, position) values
  ('vegetable_set', 'set', null, '野菜セット',
   array['野菜セット', 'やさいセット', '野菜詰め合わせ', '野菜の詰め合わせ', '旬の野菜セット', 'Vegetable box'], 1);
