-- Tables, columns, constraints, indexes and triggers get the names that the code uses (docs/decisions/0062). Nothing else
-- changes: PostgreSQL keeps the contents, and views, SQL functions and foreign keys follow by themselves.

create temporary table renames (before text not null, after text not null) on commit drop;
insert into renames values
  ('correction_lines', 'adjustment_lines'),
  ('corrections', 'adjustments'),
  ('lapsed_goods', 'lapsed_products'),
  ('notice_addresses', 'notification_addresses'),
  ('notice_deliveries', 'notification_deliveries'),
  ('notice_settings', 'notification_settings'),
  ('notices', 'notifications'),
  ('staff_views', 'impersonations'),
  ('talk_reads', 'conversation_reads'),
  ('talk_reports', 'conversation_reports'),
  ('talk_words', 'moderation_terms'),
  ('usual_lines', 'shopping_list_lines'),
  ('usual_lists', 'shopping_lists');

alter table correction_lines rename column correction_id to adjustment_id;
alter table notice_deliveries rename column notice_id to notification_id;

do $$
declare
  renamed record;
  named record;
begin
  for renamed in select * from renames order by length(before) desc loop
    -- a constraint renames the index that carries it
    for named in select conname::text as name from pg_constraint where conrelid = renamed.before::regclass and starts_with(conname, renamed.before || '_') loop
      execute format('alter table %I rename constraint %I to %I', renamed.before, named.name, left(
        replace(replace(renamed.after || substr(named.name, length(renamed.before) + 1), '_correction_id', '_adjustment_id'), '_notice_id', '_notification_id'), 63));
    end loop;
    for named in select indexname::text as name from pg_indexes where schemaname = current_schema and tablename = renamed.before and starts_with(indexname, renamed.before || '_') loop
      execute format('alter index %I rename to %I', named.name, renamed.after || substr(named.name, length(renamed.before) + 1));
    end loop;
    for named in select tgname::text as name from pg_trigger where tgrelid = renamed.before::regclass and not tgisinternal and starts_with(tgname, renamed.before || '_') loop
      execute format('alter trigger %I on %I rename to %I', named.name, renamed.before, renamed.after || substr(named.name, length(renamed.before) + 1));
    end loop;
    execute format('alter table %I rename to %I', renamed.before, renamed.after);
  end loop;
end
$$;
