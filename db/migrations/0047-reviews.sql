-- What the two sides of a finished order say about each other (docs/decisions/0047).

create table reviews (
  id uuid primary key,
  order_id uuid not null references orders,
  -- who wrote it; it is about the other side
  side text not null check (side in ('restaurant', 'farm')),
  farm_id uuid not null references farms,
  restaurant_id uuid not null references restaurants,
  person_id uuid not null references people,
  stars smallint not null check (stars between 1 and 5),
  words text not null check (words <> '' and char_length(words) <= 1000),
  written_at timestamptz not null,
  changed_at timestamptz,
  shown_from timestamptz not null check (shown_from >= written_at),
  told_at timestamptz check (told_at >= shown_from),
  reply text check (reply <> '' and char_length(reply) <= 600),
  replied_at timestamptz,
  replied_by uuid references people,
  hidden_at timestamptz,
  hidden_reason text check (hidden_reason <> '' and char_length(hidden_reason) <= 400),
  -- one for each side of an order
  unique (order_id, side),
  -- the farm answers below what kitchens say; a kitchen does not answer
  check (side = 'restaurant' or reply is null),
  check (num_nonnulls(reply, replied_at, replied_by) in (0, 3)),
  check (num_nonnulls(hidden_at, hidden_reason) in (0, 2)),
  check (replied_at >= shown_from)
);
comment on column reviews.shown_from is 'from this moment others see it and nobody changes it: when both have written, else 14 days after the order was final';
comment on column reviews.told_at is 'when both sides were told that it is shown';
create index reviews_farm on reviews (farm_id, shown_from desc, id desc);
create index reviews_restaurant on reviews (restaurant_id, shown_from desc, id desc);
create index reviews_untold on reviews (shown_from) where told_at is null;
create index reviews_hidden on reviews (hidden_at desc) where hidden_at is not null;

-- What a kitchen says about single goods of the order: stars, words, or both.
create table review_voices (
  review_id uuid not null references reviews,
  product_id uuid not null references products,
  stars smallint check (stars between 1 and 5),
  words text not null default '' check (char_length(words) <= 400),
  primary key (review_id, product_id),
  check (stars is not null or words <> '')
);
create index review_voices_product on review_voices (product_id, review_id);

create table review_reports (
  id uuid primary key,
  review_id uuid not null references reviews,
  -- null: a word that staff watch for
  person_id uuid references people,
  reason text not null check (reason in ('rude', 'untrue', 'private', 'other', 'word')),
  words text not null default '' check (char_length(words) <= 400),
  at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references admins,
  verdict text check (verdict <> '' and char_length(verdict) <= 400),
  check ((reason = 'word') = (person_id is null)),
  check (num_nonnulls(closed_at, closed_by, verdict) in (0, 3))
);
create index review_reports_open on review_reports (at) where closed_at is null;
create unique index review_reports_once on review_reports (review_id, person_id) nulls not distinct where closed_at is null;

-- Which sides were reminded of which order, so that it happens once.
create table review_reminders (
  order_id uuid not null references orders,
  side text not null check (side in ('restaurant', 'farm')),
  at timestamptz not null,
  primary key (order_id, side)
);
create index orders_finalized on orders (finalized_at) where finalized_at is not null;

-- Sums over what is shown, kept when something is shown, hidden or restored.
create table farm_stars (
  farm_id uuid primary key references farms,
  reviews integer not null check (reviews > 0),
  stars integer not null check (stars between reviews and 5 * reviews),
  rating integer not null check (rating between 1000 and 5000)
);
create table product_stars (
  product_id uuid primary key references products,
  reviews integer not null check (reviews > 0),
  stars integer not null check (stars between reviews and 5 * reviews),
  rating integer not null check (rating between 1000 and 5000)
);
create table restaurant_stars (
  restaurant_id uuid primary key references restaurants,
  reviews integer not null check (reviews > 0),
  stars integer not null check (stars between reviews and 5 * reviews)
);
comment on column farm_stars.rating is 'what lists are ordered by: thousandths of a star, drawn to the middle while there are few (reviews/stars.ts)';

-- 4000: what nobody has rated stands where an ordinary one stands (reviews/stars.ts, priorStars)
alter table product_search add column rating integer not null default 4000;
create index product_search_rating on product_search (rating desc, product_id desc) where visible;
