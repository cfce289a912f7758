-- Mails that wait, were sent, or could not be sent; and the photos that people give us.

create table mails (
  id uuid primary key,
  -- what the mail is about, so that the same thing is told once
  key text not null unique check (char_length(key) between 1 and 200),
  template text not null check (template <> ''),
  -- 'staff' is whoever answers for us (MAIL_STAFF)
  recipient text not null check (recipient = 'staff' or recipient ~ '^[^\s@<>,;:"]+@[^\s@<>,;:"]+$'),
  reply_to text check (reply_to ~ '^[^\s@<>,;:"]+@[^\s@<>,;:"]+$'),
  subject text not null check (subject <> '' and subject !~ '[\u0001-\u001f\u007f]'),
  html text not null,
  text text not null,
  created_at timestamptz not null,
  -- when it is tried next; null once it is over
  due_at timestamptz,
  tries smallint not null default 0 check (tries >= 0),
  last_error text,
  sent_at timestamptz,
  kept_at timestamptz,
  failed_at timestamptz,
  -- it waits, or it came to one end
  check (num_nonnulls(due_at, sent_at, kept_at, failed_at) = 1)
);
create index mails_due on mails (due_at) where due_at is not null;
create index mails_newest on mails (created_at desc, id desc);
comment on column mails.kept_at is 'no SMTP server is set, the mail stays here to be looked at';

-- The bytes are in the file store under the key; whoever may see what a photo belongs to may see it.
create table photos (
  key text primary key check (key ~ '^[0-9a-z]{32}$'),
  person_id uuid references people,
  -- the form it was chosen in, until that form is sent
  draft_of text,
  width integer not null check (width between 1 and 1600),
  height integer not null check (height between 1 and 1600),
  byte_count integer not null check (byte_count > 0),
  created_at timestamptz not null
);
create index photos_drafts on photos (created_at) where draft_of is not null;
