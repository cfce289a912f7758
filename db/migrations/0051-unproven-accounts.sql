-- A person whose address is not proven is treated as a visitor: nothing that outlives a session is made in their name.
-- A person without an address came by phone or another service, and is proven by that.
create function is_unproven(person uuid) returns boolean language sql stable as $$
  select exists (select from people where id = person and email is not null and email_verified_at is null)
$$;

create function refuse_unproven_person() returns trigger language plpgsql as $$
declare
  person uuid;
begin
  if tg_table_name = 'calendar_feeds' then
    select person_id into person from memberships where id = new.membership_id;
  elsif tg_table_name = 'invitations' then
    person := new.invited_by;
  elsif tg_table_name = 'webhooks' then
    person := new.made_by;
  else
    person := new.person_id;
  end if;
  if is_unproven(person) then
    raise exception 'the address of % is not proven', person using errcode = 'check_violation', constraint = 'person_is_proven';
  end if;
  return new;
end $$;

create trigger calendar_feeds_proven before insert on calendar_feeds
  for each row execute function refuse_unproven_person();
create trigger invitations_proven before insert on invitations
  for each row execute function refuse_unproven_person();
create trigger webhooks_proven before insert on webhooks
  for each row execute function refuse_unproven_person();
create trigger api_tokens_proven before insert on api_tokens
  for each row execute function refuse_unproven_person();
create trigger notice_addresses_proven before insert on notice_addresses
  for each row execute function refuse_unproven_person();
