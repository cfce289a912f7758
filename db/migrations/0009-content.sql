-- The pages that explain the place and its terms, version by version, and who agreed to which.

create table pages (
  slug text primary key check (slug ~ '^[a-z][a-z0-9-]{1,59}$'),
  created_at timestamptz not null
);

create table page_versions (
  id uuid primary key,
  slug text not null references pages,
  number integer not null check (number > 0),
  title text not null check (title <> ''),
  -- Markdown, with {{placeholders}} for what the settings say
  body text not null check (body <> ''),
  -- 変更点: what is new, in a sentence or two
  change_note text not null check (change_note <> ''),
  -- a change to which people agree anew; the first version always is one
  material boolean not null,
  effective_on date not null,
  published_at timestamptz not null,
  author text not null check (author <> ''),
  admin_id uuid references admins,
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  unique (slug, number)
);

-- A later number never holds from an earlier day, so the version of a day is the highest number that holds by then.
create function refuse_version_out_of_order() returns trigger language plpgsql as $$
begin
  perform from pages where slug = new.slug for update;
  if exists (select from page_versions
             where slug = new.slug and (number >= new.number or effective_on > new.effective_on)) then
    raise exception 'version % of % is out of order', new.number, new.slug using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger page_versions_in_order before insert on page_versions for each row execute function refuse_version_out_of_order();
create trigger page_versions_append_only before update or delete on page_versions for each row execute function refuse_rewriting_history();
create trigger page_versions_not_emptied before truncate on page_versions for each statement execute function refuse_rewriting_history();

create table consents (
  id uuid primary key,
  person_id uuid not null references people,
  page_version_id uuid not null references page_versions,
  at timestamptz not null,
  ip text,
  user_agent text,
  unique (person_id, page_version_id)
);
create trigger consents_append_only before update or delete on consents for each row execute function refuse_rewriting_history();
create trigger consents_not_emptied before truncate on consents for each statement execute function refuse_rewriting_history();
