-- Until when a farm can take back an acceptance that it pressed on its page; null: it cannot.
alter table orders add column accept_undo_until timestamptz;
