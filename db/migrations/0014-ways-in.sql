-- Coming in by phone and by what other services know: people who have no address of mail yet, and messages to phones.

-- Whoever came in by phone gives an address when they sign a place up; nobody belongs to one without.
alter table people alter column email drop not null;
alter table people add check (email is not null or email_verified_at is null);

alter table identities add column linked_at timestamptz;

-- phone_code: six digits that were sent to a number. social: a journey to another service and back.
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check check (purpose in (
  'verify_email', 'reset_password', 'change_email', 'recover_email', 'second_factor', 'passkey', 'admin_invitation', 'device',
  'member_invitation', 'phone_code', 'social'
));

-- Only where no service is set that sends them: they stay here to be looked at, for a day.
create table text_messages (
  id uuid primary key,
  recipient text not null check (recipient ~ '^\+81\d{9,10}$'),
  body text not null check (body <> ''),
  created_at timestamptz not null
);
create index text_messages_newest on text_messages (created_at desc, id desc);
