-- What of mails and messages is 取引情報 (電子帳簿保存法): it is kept as long as documents are, the rest for as short as before.

alter table mails add column trade_record boolean not null default false;
comment on column mails.trade_record is 'states the terms of a trade: an order, its changes, a claim, an invoice, a payment, an offer, our commission';
update mails set trade_record = true where template in (
  'purchase_placed', 'farm_orders', 'restaurant_orders', 'order_news', 'order_question', 'farm_next', 'claim_news',
  'standing_ordered', 'request_asked', 'request_answered', 'own_price', 'invoice_issued', 'payment_matched', 'statement_issued',
  'payout_sent', 'commission_proposed');

alter table messages add column trade_record boolean not null default false;
comment on column messages.trade_record is 'decided when the others of its age are deleted: it belongs to the thread of an order';
drop index messages_age;
create index messages_age on messages (sent_at) where not trade_record;
create index messages_age_of_trade on messages (sent_at) where trade_record;

-- The platform keeps its own names of accounts, in the row without an organisation.
alter table book_settings
  drop constraint book_settings_check,
  add constraint book_settings_one_owner check (num_nonnulls(restaurant_id, farm_id) <= 1);
create unique index book_settings_platform on book_settings ((true)) where restaurant_id is null and farm_id is null;
