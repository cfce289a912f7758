-- A review may be stars alone.
alter table reviews drop constraint reviews_words_check;
alter table reviews add constraint reviews_words_check check (char_length(words) <= 1000);
