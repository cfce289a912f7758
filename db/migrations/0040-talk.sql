-- One conversation of a farm and a restaurant: what they write to each other, and how far each has read.

create table conversations (
  id uuid primary key,
  farm_id uuid not null references farms,
  restaurant_id uuid not null references restaurants,
  -- of the newest message; the messages of one conversation are numbered without gaps
  last_no integer not null default 0 check (last_no >= 0),
  last_at timestamptz,
  -- how many each side has written: what is unread is a difference of two numbers, however long the conversation is
  farm_count integer not null default 0,
  restaurant_count integer not null default 0,
  -- up to which message of the other side a device of this side has been reached
  farm_got_no integer not null default 0,
  restaurant_got_no integer not null default 0,
  farm_blocked_at timestamptz,
  restaurant_blocked_at timestamptz,
  created_at timestamptz not null,
  unique (farm_id, restaurant_id),
  check (farm_count + restaurant_count = last_no)
);
create index conversations_restaurant on conversations (restaurant_id);
comment on column conversations.farm_blocked_at is 'since when the farm wants to hear nothing more; nobody writes while either side has closed it';

create table messages (
  conversation_id uuid not null references conversations,
  no integer not null check (no > 0),
  side text not null check (side in ('farm', 'restaurant')),
  -- the how-manieth of its side
  side_no integer not null check (side_no > 0),
  person_id uuid not null references people,
  -- made where it was written: the same message sent again is this one
  client_key text not null check (char_length(client_key) between 8 and 200),
  body text not null check (char_length(body) <= 2000),
  search_text text not null,
  order_id uuid references orders,
  product_id uuid references products,
  photo_count smallint not null default 0 check (photo_count between 0 and 6),
  sent_at timestamptz not null,
  edited_at timestamptz,
  removed_at timestamptz,
  primary key (conversation_id, no),
  unique (person_id, client_key),
  check (removed_at is null or body = '')
);

create index messages_age on messages (sent_at);
create index messages_of_side on messages (conversation_id, side, no);

create table message_photos (
  conversation_id uuid not null,
  no integer not null,
  position smallint not null,
  photo_key text not null unique references photos,
  primary key (conversation_id, no, position),
  foreign key (conversation_id, no) references messages
);

-- What a message said before it was changed or taken back: its trace, for staff, where the talk is reported.
create table message_versions (
  conversation_id uuid not null,
  no integer not null,
  at timestamptz not null,
  body text not null,
  foreign key (conversation_id, no) references messages
);
create index message_versions_message on message_versions (conversation_id, no);

-- How far a person has read what the other side writes.
create table talk_reads (
  conversation_id uuid not null references conversations,
  person_id uuid not null references people,
  side text not null check (side in ('farm', 'restaurant')),
  -- of the other side's messages, how many; and the number of the last of them
  seen_count integer not null check (seen_count >= 0),
  seen_no integer not null check (seen_no >= 0),
  at timestamptz not null,
  primary key (conversation_id, person_id)
);

-- A side that has something new to read and has to be told of it: one row however much is written, gone once it is read.
create table talk_news (
  conversation_id uuid not null references conversations,
  side text not null check (side in ('farm', 'restaurant')),
  from_no integer not null,
  at timestamptz not null,
  -- whoever does not look is told once, a while after
  told_at timestamptz,
  primary key (conversation_id, side)
);
create index talk_news_waiting on talk_news (at) where told_at is null;
comment on column talk_news.side is 'the side that is to be told';
comment on column talk_news.from_no is 'the first message of the other side that nobody of this side has read';

create table talk_reports (
  id uuid primary key,
  conversation_id uuid not null references conversations,
  -- null: about the conversation as a whole
  no integer,
  side text not null check (side in ('farm', 'restaurant', 'filter')),
  person_id uuid references people,
  reason text not null check (reason in ('rude', 'fraud', 'outside', 'unwanted', 'other', 'word')),
  words text not null default '' check (char_length(words) <= 400),
  at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references admins,
  verdict text check (char_length(verdict) between 1 and 400),
  check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (verdict is null)),
  check ((side = 'filter') = (person_id is null))
);
create index talk_reports_open on talk_reports (at) where closed_at is null;
create index talk_reports_conversation on talk_reports (conversation_id, at);
comment on column talk_reports.side is 'who reported it; filter: a word that staff watch for';

-- Words that staff keep out of messages, or watch for. Compared as search compares (NFKC, small letters, hiragana).
create table talk_words (
  id uuid primary key,
  word text not null check (char_length(word) between 2 and 40),
  key text not null unique check (key <> ''),
  act text not null check (act in ('stop', 'watch')),
  admin_id uuid not null references admins,
  created_at timestamptz not null
);

alter table events add column about_conversation_id uuid references conversations;
create index events_conversation on events (about_conversation_id, at) where about_conversation_id is not null;
