-- What the transfers of a run cost us, as it was booked: the setting may change, and the ledger is replayed from the run.
alter table pay_runs add column fee_yen bigint check (fee_yen >= 0);
alter table pay_runs disable trigger user;
update pay_runs set fee_yen = coalesce(
  (select sum(p.yen) from ledger_entries e join ledger_postings p on p.entry_id = e.id
    where e.event_key = 'payout-fees:' || pay_runs.id and p.account = 'bank_fees'), 0)
 where sent_at is not null;
alter table pay_runs enable trigger user;
alter table pay_runs add check ((sent_at is null) = (fee_yen is null));
