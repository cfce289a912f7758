-- How somebody wants to see their pages; null until they choose.

alter table people
  add column theme text check (theme in ('system', 'light', 'dark', 'night')),
  add column text_size text check (text_size in ('standard', 'large', 'xlarge')),
  add check ((theme is null) = (text_size is null));

alter table admins
  add column theme text check (theme in ('system', 'light', 'dark', 'night')),
  add column text_size text check (text_size in ('standard', 'large', 'xlarge')),
  add check ((theme is null) = (text_size is null));
