-- A link in a mail, a LINE message or on a fax, by which a farm gives the next answer about an order without signing in.

create table answer_links (
  id uuid primary key,
  order_id uuid not null references orders,
  -- who answers: what is done with it is recorded as theirs
  membership_id uuid not null references memberships on delete cascade,
  step text not null check (step in ('answer', 'pack', 'ship')),
  -- of the order that it was sent about: a button in a message takes no answer to what has changed since
  order_version integer not null,
  -- the event that it came from: the same one mints one link per person
  event_id uuid not null references events,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz,
  unique (event_id, membership_id, step)
);
create index answer_links_order on answer_links (order_id);
create index answer_links_membership on answer_links (membership_id);
create index answer_links_old on answer_links (expires_at);
comment on table answer_links is 'the secret is not here: the address is the id with a mark that only AUTH_SECRET makes, put in when the message is sent';

alter table notices add foreign key (answer_link_id) references answer_links on delete set null;
create index notices_answer_link on notices (answer_link_id) where answer_link_id is not null;
