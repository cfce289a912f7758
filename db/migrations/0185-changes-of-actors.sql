-- Whatever else decides who an actor is and what it may do is announced on live_doors as well, so that a process may
-- keep it in memory (docs/decisions/0096).

create trigger sessions_told_changed after update on sessions for each row
  when (old.id_hash is distinct from new.id_hash or old.auth_time is distinct from new.auth_time
     or old.aal is distinct from new.aal or old.amr is distinct from new.amr
     or old.abs_until is distinct from new.abs_until or old.access_until is distinct from new.access_until
     or old.idle_until > new.idle_until)
  execute function tell_session_ended();

create trigger api_tokens_told_changed after update on api_tokens for each row
  when (old.expires_at is distinct from new.expires_at or old.membership_id is distinct from new.membership_id
     or old.scopes is distinct from new.scopes)
  execute function tell_token_ended();

create trigger people_told_renamed after update of name, theme, text_size, email, email_verified_at on people for each row
  when (old.name is distinct from new.name or old.theme is distinct from new.theme
     or old.text_size is distinct from new.text_size or old.email is distinct from new.email
     or old.email_verified_at is distinct from new.email_verified_at)
  execute function tell_person_changed();

create function tell_person_joined() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_doors', 'person:' || new.person_id);
  return null;
end $$;
create trigger memberships_told_joined after insert on memberships for each row execute function tell_person_joined();
create trigger consents_told_given after insert on consents for each row execute function tell_person_joined();

-- Consents of an unproven account may be forgotten: the function of memberships does it as well.
create trigger consents_told_forgotten after delete on consents for each row execute function tell_membership_changed();

create function tell_farm_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_doors', 'farm:' || new.id);
  return null;
end $$;
create trigger farms_told_changed after update of status on farms for each row
  when (old.status is distinct from new.status) execute function tell_farm_changed();

create function tell_restaurant_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_doors', 'restaurant:' || new.id);
  return null;
end $$;
create trigger restaurants_told_changed after update of status on restaurants for each row
  when (old.status is distinct from new.status) execute function tell_restaurant_changed();

create function tell_kitchen_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform pg_notify('live_doors', 'restaurant:' || old.restaurant_id); end if;
  if tg_op <> 'DELETE' then perform pg_notify('live_doors', 'restaurant:' || new.restaurant_id); end if;
  return null;
end $$;
create trigger kitchens_told_changed after insert or update or delete on kitchens
  for each row execute function tell_kitchen_changed();

create function tell_kitchen_closure_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_doors', 'restaurant:' || k.restaurant_id) from kitchens k
    where k.id = case when tg_op = 'DELETE' then old.kitchen_id else new.kitchen_id end;
  return null;
end $$;
create trigger kitchen_closures_told_changed after insert or update or delete on kitchen_closures
  for each row execute function tell_kitchen_closure_changed();

-- What everyone agrees to.
create function tell_everyone() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_doors', 'everyone');
  return null;
end $$;
create trigger page_versions_told_changed after insert or update or delete on page_versions
  for each statement execute function tell_everyone();
