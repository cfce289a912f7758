-- Until when a restaurant can take back its answer to a farm's question; null where there is none, or it is final.
alter table orders add column answer_undo_until timestamptz;
