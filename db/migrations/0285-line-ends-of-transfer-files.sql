-- Some banks take a file of transfers with CRLF after each record, others only without.
alter table payout_settings
  add column line_ends text not null default 'crlf' check (line_ends in ('crlf', 'none'));
