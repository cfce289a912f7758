-- What an administrator is for. Those who are there already keep everything.
alter table admins add column role text not null default 'full' check (role in ('full', 'support', 'finance'));
