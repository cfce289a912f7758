-- A copy of the database opens nothing: the secret of a mailed link is made from an id by the key of the installation
-- (AUTH_SECRET) when the mail is sent, and is in no table (docs/decisions/0050).

alter table mails add column code_id uuid;
comment on column mails.code_id is 'stands in the link of the mail; the secret is made from it when the mail is sent';

-- What has been sent, kept or given up needs no link that works. The links that people have in their mail boxes stay as they are.
update mails
   set html = regexp_replace(html, '((?:oobCode|code)=)[A-Za-z0-9_-]{43}', '\1…', 'g'),
       text = regexp_replace(text, '((?:oobCode|code)=)[A-Za-z0-9_-]{43}', '\1…', 'g')
 where due_at is null
   and (html ~ '(?:oobCode|code)=[A-Za-z0-9_-]{43}' or text ~ '(?:oobCode|code)=[A-Za-z0-9_-]{43}');

-- What still waits was written with its secret, and its reader needs it: it loses it when it is sent, kept or given up.
create function withhold_mailed_codes() returns trigger language plpgsql as $$
begin
  new.html := regexp_replace(new.html, '((?:oobCode|code)=)[A-Za-z0-9_-]{43}', '\1…', 'g');
  new.text := regexp_replace(new.text, '((?:oobCode|code)=)[A-Za-z0-9_-]{43}', '\1…', 'g');
  return new;
end $$;
create trigger mails_withhold_codes before update of due_at on mails
  for each row when (old.due_at is not null and new.due_at is null) execute function withhold_mailed_codes();

-- The key that stops mails without signing in is made by the same key of the installation. Mails sent until now have a UUID
-- in their header; it still works, and only its hash is kept.
alter table people add column old_notice_key_hash bytea check (octet_length(old_notice_key_hash) = 32);
update people set old_notice_key_hash = sha256(convert_to(notice_key::text, 'UTF8'));
create unique index people_old_notice_key on people (old_notice_key_hash) where old_notice_key_hash is not null;
alter table people drop column notice_key;

-- From now on a mark of the vault: eight letters can be found from a plain hash. These held for a quarter of an hour.
delete from line_codes;
