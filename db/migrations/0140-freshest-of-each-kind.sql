-- The front page and the shelves show the latest harvest of each kind of food: read here, not sorted from all of it.
create index product_search_kind_harvest on product_search (category, harvested_on desc, product_id) where visible;
