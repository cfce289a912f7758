-- Whether somebody wants announcements by mail, too; on the screen they are shown to everybody. What one needs to trade is
-- always sent.
alter table people add column announcement_mails boolean not null default true;
