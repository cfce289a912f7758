-- What somebody is told: one row per event and person, shown in their centre, and carried by the channels that they chose.

create table notices (
  id uuid primary key,
  -- which event is told to whom, so that it is told once
  key text not null unique check (char_length(key) between 1 and 250),
  person_id uuid not null references people on delete cascade,
  kind text not null check (kind <> ''),
  title text not null check (title <> '' and char_length(title) <= 200),
  body text not null default '',
  -- the page that it is about, on our site
  path text not null check (path like '/%'),
  order_id uuid references orders,
  -- the answer that the farm can give from it without signing in
  answer_link_id uuid,
  created_at timestamptz not null,
  -- after this moment it need not be carried any more
  useful_until timestamptz,
  read_at timestamptz
);
create index notices_of_person on notices (person_id, created_at desc, id desc);
create index notices_unread on notices (person_id) where read_at is null;
create index notices_old on notices (created_at);
create index notices_order on notices (order_id) where order_id is not null;

-- Where somebody is reached beside mail: a browser (push), a LINE account, a phone, a fax.
create table notice_addresses (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  channel text not null check (channel in ('push', 'line', 'sms', 'fax')),
  address text not null check (char_length(address) between 1 and 2000),
  -- what a browser gave us to seal its messages with
  keys jsonb,
  label text not null default '',
  created_at timestamptz not null,
  -- the other side said that nobody is there any more
  ended_at timestamptz,
  end_reason text,
  check ((channel = 'push') = (keys is not null))
);
create unique index notice_addresses_one_owner on notice_addresses (channel, address) where channel in ('push', 'line');
create unique index notice_addresses_once on notice_addresses (person_id, channel, address);

-- Which channels somebody wants for a kind; without a row the kind's own (notices/notice-kinds.ts).
create table notice_settings (
  person_id uuid not null references people on delete cascade,
  kind text not null check (kind <> ''),
  mail text not null check (mail in ('now', 'daily', 'off')),
  channels text[] not null check (channels <@ '{push,line,sms,fax}'::text[]),
  primary key (person_id, kind)
);

-- One notice on its way by one channel to one address. Its id is what the other side knows a repeated one by.
create table notice_deliveries (
  id uuid primary key,
  notice_id uuid not null references notices on delete cascade,
  channel text not null check (channel in ('mail', 'push', 'line', 'sms', 'fax')),
  -- null: in the mail of the morning
  address_id uuid references notice_addresses on delete cascade,
  due_at timestamptz,
  tries smallint not null default 0 check (tries >= 0),
  last_error text,
  sent_at timestamptz,
  failed_at timestamptz,
  -- too late to be of use, or there is nobody any more
  dropped_at timestamptz,
  unique nulls not distinct (notice_id, channel, address_id),
  check ((channel = 'mail') = (address_id is null)),
  -- it waits, or it came to one end
  check (num_nonnulls(due_at, sent_at, failed_at, dropped_at) = 1)
);
create index notice_deliveries_due on notice_deliveries (channel, due_at, id) where due_at is not null;
create index notice_deliveries_address on notice_deliveries (address_id) where address_id is not null;
create index notice_deliveries_failed on notice_deliveries (failed_at desc) where failed_at is not null;

-- A code that somebody sends to our LINE account, so that we know whose it is.
create table line_codes (
  hash bytea primary key check (octet_length(hash) = 32),
  person_id uuid not null references people on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index line_codes_person on line_codes (person_id);

-- At night nothing rings: from and until are minutes of the day in Japan; both the same is no night.
alter table people
  add column quiet_from smallint not null default 1320 check (quiet_from between 0 and 1439),
  add column quiet_until smallint not null default 300 check (quiet_until between 0 and 1439),
  -- stands in the header by which mail programs unsubscribe
  add column notice_key uuid not null default gen_random_uuid();
create unique index people_notice_key on people (notice_key);

-- Whose mail it is and of which kind, where it is a notice; others (security, links) are nobody's to stop.
alter table mails
  add column person_id uuid references people on delete set null,
  add column notice_kind text;
create index mails_failed on mails (failed_at desc) where failed_at is not null;
create index mails_person on mails (person_id) where person_id is not null;
