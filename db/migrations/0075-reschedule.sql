-- Another day, time slot or note that the restaurant asks the farm for; null where nothing is asked.
alter table orders add column reschedule jsonb;
