-- An objection names a line of the slip; without one it is to the whole slip, as all before.
alter table statement_objections
  add column line smallint check (line > 0),
  add column line_name text check (char_length(line_name) between 1 and 400),
  add column held_yen bigint check (held_yen >= 0),
  add check ((line is null) = (line_name is null)),
  add check ((line is null) = (held_yen is null)),
  drop constraint statement_objections_document_id_charge_id_key,
  add unique nulls not distinct (document_id, charge_id, line);
comment on column statement_objections.line is 'its place on the printed slip, from 1: goods, then freight and other sums; null: the whole slip';
comment on column statement_objections.held_yen is 'what is not paid until it is answered: the line with tax, less its part of our fee; null: all that the slip pays';
