-- Names that others read hold no invisible characters: controls, bidi marks and overrides, zero-width characters, fillers,
-- tags, private use (app/kernel/name.ts says it finer, and refuses addresses as well). Variation selectors stay: registered forms
-- of ideographs (IVS) are written with them.
create function has_hidden_character(name text) returns boolean language sql immutable parallel safe
  return name ~ '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e00ff\U000e01f0-\U000effff\U000f0000-\U0010ffff]';

-- what stands there already is shown as it was, for the characters could not be seen; then the rule holds for every row
do $$
declare
  it record;
begin
  for it in
    select split_part(place, '.', 1) as of_table, split_part(place, '.', 2) as of_column
      from unnest(array[
        'people.name', 'restaurants.name', 'restaurants.crest', 'restaurants.legal_name', 'restaurants.representative',
        'farms.name', 'farms.crest', 'farms.place', 'farms.legal_name', 'farms.representative', 'kitchens.name',
        'products.name', 'products.variety', 'products.grade', 'products.pack_label', 'produce_items.name',
        'usual_lists.name', 'requests.words', 'api_tokens.name']) as place
  loop
    execute format(
      $sql$update %1$I set %2$I = coalesce(nullif(btrim((
             select string_agg(letter, '' order by nth) from regexp_split_to_table(%2$I, '') with ordinality as t (letter, nth)
              where not has_hidden_character(letter))), ''), '？')
            where has_hidden_character(%2$I)$sql$,
      it.of_table, it.of_column);
    execute format('alter table %1$I add constraint %3$I check (not has_hidden_character(%2$I))',
      it.of_table, it.of_column, it.of_table || '_' || it.of_column || '_visible');
  end loop;
end $$;
