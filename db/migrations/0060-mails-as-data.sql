-- A mail that waits is what it tells of, as data; its words are made when it is sent (docs/decisions/0060), and then take the
-- place of the data: what was sent stays as it was sent, and nothing is kept twice. What waited before has its words already.

alter table mails
  add column data jsonb,
  alter column html drop not null,
  alter column text drop not null,
  add check (num_nonnulls(data, html) = 1 and (html is null) = (text is null));
comment on column mails.data is 'of the kind in "template", until it is sent';
