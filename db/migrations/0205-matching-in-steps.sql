-- A file of a bank is booked as a whole and then matched in steps, each a transaction of its own: what was interrupted is
-- taken up where it stopped, and no order or payment waits for a whole file.
create table bank_matchings (
  file_id uuid primary key references bank_files,
  -- the rows of the file up to this line have been looked at
  through integer not null check (through >= 0),
  matched integer not null check (matched >= 0),
  begun_at timestamptz not null,
  ended_at timestamptz
);
comment on table bank_matchings is 'how far the deposits of an imported file have been matched by themselves';
create index bank_matchings_open on bank_matchings (file_id) where ended_at is null;

-- what was imported before was matched in the same transaction
insert into bank_matchings (file_id, through, matched, begun_at, ended_at)
select i.file_id, coalesce(max(b.ordinal), 0), 0, max(i.at), max(i.at)
  from bank_imports i left join bank_rows b on b.file_id = i.file_id
 group by i.file_id;

create index bank_rows_place on bank_rows (file_id, ordinal);
drop index bank_rows_file;
