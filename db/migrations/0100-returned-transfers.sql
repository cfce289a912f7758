-- Our transfer that came back is told twice: by staff, who book it back, and by the row of the bank. Both are one amount.
alter table deposit_clearings add column pay_run_item_id uuid unique references pay_run_items;
comment on column deposit_clearings.pay_run_item_id is 'the transfer that came back by this deposit; null: a deposit and its cancellation';
create index bank_rows_returned on bank_rows (yen) where nature = 'returned';
create index pay_run_items_came_back on pay_run_items (yen) where outcome in ('returned', 'refused');
