-- What was pressed without a signal arrives later: the history says both, when it was done and when it was pressed.

alter table events add column pressed_at timestamptz;
alter table events add constraint events_pressed_before check (pressed_at <= at);
comment on column events.pressed_at is 'when it was pressed on a device without a signal; null: it arrived at once. Steps, windows and figures go by "at"';
