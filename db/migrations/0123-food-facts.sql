-- What the law wants to be said about a food (産地, 部位, 採卵日 …), by the names that products/catalog/food-facts declares:
-- what stays the same belongs to the product, what changes with the harvest to the lot.
create function facts_are_known(facts jsonb, names text[]) returns boolean
  immutable parallel safe language sql
return jsonb_typeof(facts) = 'object' and facts - names = '{}'
   and not exists (select from jsonb_each(facts) fact (name, value)
                    where jsonb_typeof(value) <> 'string' or length(value #>> '{}') not between 1 and 300);

alter table products
  add column facts jsonb not null default '{}',
  add constraint products_facts_known check (facts_are_known(facts, array[
    'origin', 'riceKind', 'cropYear', 'riceInspection', 'postHarvestAgent', 'mushroomBed', 'inoculationPlace', 'gatheredIn',
    'eggUse', 'eggPacker', 'animalPart', 'meatProcessor', 'frozenState', 'breed', 'standardName', 'waters', 'farmed', 'thawed',
    'rawUse', 'dairyClass', 'dairyContents', 'ingredients', 'additives', 'otherAllergens', 'mainOrigin', 'dateKind', 'maker',
    'makerSite', 'nutrition', 'pesticideCut', 'nitrogenCut', 'growerInCharge', 'confirmer', 'pesticidesUsed']));
comment on column products.allergens is 'of a set or of processed food: those it contains, or none';

alter table lots
  add column facts jsonb not null default '{}',
  add constraint lots_facts_known check (facts_are_known(facts, array[
    'cattleNumber', 'processedOn', 'laidOn', 'milledOn', 'landedOn', 'catchNumber', 'vessel', 'fishKg']));

-- Products that were on sale before a fact was required have until due_on to state it; then a job takes them off sale.
create table fact_graces (
  product_id uuid primary key references products,
  farm_id uuid not null references farms,
  since_on date not null,
  due_on date not null check (due_on > since_on),
  ended_at timestamptz,
  -- stated: all facts are there; off_sale: they were not in time
  outcome text check (outcome in ('stated', 'off_sale')),
  check ((ended_at is null) = (outcome is null))
);
create index fact_graces_running on fact_graces (farm_id, due_on) where ended_at is null;
