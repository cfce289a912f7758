-- What a line of an order remembers of its price, and what a farm looks back on when it promises a harvest.

alter table order_lines
  add column price_why text check (price_why in ('list', 'tier', 'own')),
  add column list_yen integer,
  add check ((price_why is null) = (list_yen is null)),
  add check (list_yen >= price_yen),
  add check (price_why <> 'list' or list_yen = price_yen);
comment on column order_lines.price_why is 'why a unit costs what it does (pricing/agreed-price.ts), as it stood when it was ordered; null for lines that are older than this column';
comment on column order_lines.list_yen is 'the list price of that moment, per unit or per kg as price_yen is';

-- also of windows that are closed: yesterday's promise is copied for today (goods/harvest/harvest-days.ts)
drop index harvest_windows_product;
create index harvest_windows_product on harvest_windows (product_id, to_on);
