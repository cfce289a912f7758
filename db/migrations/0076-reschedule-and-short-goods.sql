-- Another day, time slot or note that the restaurant asks the farm for; null where nothing is asked.
alter table orders add column reschedule jsonb;
-- The price of the goods that the farm could not send, without tax: free freight counts them as if they came.
alter table orders add column short_goods_yen integer not null default 0 check (short_goods_yen >= 0);
