-- Filters that few goods meet: without these, counting up to 20,000 of them reads a whole market of a million
-- (370 ms for a method; with it 4 ms).
create index product_search_method on product_search (method, product_id desc) where visible;
create index product_search_temperature on product_search (temperature, product_id desc) where visible;
create index product_search_freight on product_search (product_id desc) where visible and freight_free;
create index product_search_weighed on product_search (product_id desc) where visible and catch_weight;
