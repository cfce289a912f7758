-- Farms are found by their readings, too: さとうのうえん is 佐藤農園, くまもと is 熊本.
create or replace trigger farms_words_stale after update of name, kana, place, prefecture_code on farms
  for each row when (row (old.name, old.kana, old.place, old.prefecture_code)
    is distinct from row (new.name, new.kana, new.place, new.prefecture_code))
  execute function note_stale_farm();

-- The words of what is on sale already are written anew by the job.
insert into stale_words (farm_id) select id from farms where status = 'approved' on conflict do nothing;
