-- Statistics of the tokens cost more than they are worth: analysing the table made the tokens of 30,000 texts, which took ten times as
-- long as all its columns. And a word that many texts contain was then looked up by three processes with a second index of all rows.
alter index product_search_tokens alter column 1 set statistics 0;

-- As in 0293, but whether a paper has ended is asked for goods of a farm of which one has: hardly any farm.
create or replace view search_facts as
select p.id as product_id, p.farm_id, p.category, f.prefecture_code, p.temperature, p.air_allowed, p.price_yen, p.season_months,
       coalesce(p.listed_at, p.created_at) as listed_at, p.item_key, p.method, p.catch_weight,
       coalesce(f.free_freight_from_yen = 0, false) as freight_free,
       yen_per_kg_of(p.price_yen, p.catch_weight, p.net_grams) as yen_per_kg,
       coalesce((select max(l.harvested_on) from lots l where l.product_id = p.id), '2000-01-01') as harvested_on,
       p.status = 'listed' and p.audience = 'everybody' and f.status = 'approved'
         and not (exists (select from lapsed_products l where l.farm_id = p.farm_id)
                  and goods_lapsed(p.farm_id, p.category, p.item_key)) as visible
  from products p join farms f on f.id = p.farm_id;
