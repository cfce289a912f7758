-- Changes of an account that one administrator requests and another confirms: of the address, and the reset of a second
-- factor. After the confirmation the owner has 72 hours in which to stop it; then a job applies it.
create table account_changes (
  id uuid primary key,
  kind text not null check (kind in ('email', 'factors')),
  person_id uuid references people,
  admin_id uuid references admins,
  -- the address of the account when it was requested
  old_email text,
  new_email text check (new_email = lower(new_email)),
  -- how the identity of the person was checked
  proof text check (proof in ('called_back', 'papers', 'in_person')),
  reason text not null check (char_length(reason) between 1 and 400),
  asked_by uuid not null references admins,
  asked_at timestamptz not null,
  -- when it lapses without a confirmation
  expires_at timestamptz not null check (expires_at > asked_at),
  confirmed_by uuid references admins,
  confirmed_at timestamptz,
  takes_effect_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('applied', 'stopped', 'withdrawn', 'lapsed', 'failed')),
  check (num_nonnulls(person_id, admin_id) = 1),
  check ((kind = 'email') = (new_email is not null)),
  check ((person_id is null) = (proof is null)),
  -- two different administrators, neither of them the owner of the account
  check (asked_by is distinct from admin_id),
  check (confirmed_by is distinct from asked_by),
  check (confirmed_by is null or confirmed_by is distinct from admin_id),
  check (num_nonnulls(confirmed_by, confirmed_at, takes_effect_at) in (0, 3)),
  check (confirmed_at < expires_at),
  check (takes_effect_at >= confirmed_at + interval '72 hours'),
  check ((ended_at is null) = (outcome is null)),
  check (outcome is distinct from 'applied' or (takes_effect_at is not null and ended_at >= takes_effect_at)),
  check (outcome is distinct from 'stopped' or (takes_effect_at is not null and ended_at < takes_effect_at)),
  check (outcome is distinct from 'lapsed' or confirmed_by is null)
);
create unique index account_changes_open_person on account_changes (person_id) where ended_at is null;
create unique index account_changes_open_admin on account_changes (admin_id) where ended_at is null;
create index account_changes_due on account_changes (takes_effect_at) where ended_at is null and takes_effect_at is not null;
create index account_changes_person on account_changes (person_id, asked_at) where person_id is not null;

-- Requests that are still open go on; what has ended stands in the history.
insert into account_changes (id, kind, person_id, admin_id, old_email, proof, reason, asked_by, asked_at, expires_at)
  select r.id, 'factors', r.person_id, r.admin_id, coalesce(p.email, a.email), r.proof, r.reason, r.asked_by, r.asked_at,
         r.expires_at
    from factor_resets r
    left join people p on p.id = r.person_id
    left join admins a on a.id = r.admin_id
   where r.ended_at is null;
drop table factor_resets;

-- stop_change: the link by which the owner of an account stops a change before it takes effect
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check check (purpose in (
  'verify_email', 'reset_password', 'change_email', 'recover_email', 'second_factor', 'passkey', 'admin_invitation', 'device',
  'member_invitation', 'phone_code', 'social', 'stop_change'
));
