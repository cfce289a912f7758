-- Pages for visitors are kept in the memory of every process (docs/decisions/0101). A commit that changes what one of
-- them reads says so; NOTIFY sends one message a transaction, however many rows and tables it has changed.

create function tell_public_pages() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_pages', '');
  return null;
end $$;

do $$
declare
  read_by_visitors text;
begin
  foreach read_by_visitors in array array[
    'adjustment_lines', 'badge_left_farms', 'badge_turns', 'badges', 'claim_entries', 'claims', 'documents',
    'farm_figures', 'farm_intros', 'farm_links', 'farm_methods', 'farm_photos', 'farm_registrations', 'farm_stars',
    'farm_vacations', 'farms', 'kitchens', 'lapsed_products', 'line_lots', 'lots', 'method_papers', 'order_lines',
    'orders', 'page_versions', 'pages', 'photos', 'price_tiers', 'produce_items', 'product_audience', 'product_search',
    'product_stars', 'product_stock', 'products', 'restaurants', 'review_voices', 'reviews', 'tax_rates'
  ] loop
    execute format(
      'create trigger tells_public_pages after insert or update or delete or truncate on %I
         for each statement execute function tell_public_pages()', read_by_visitors);
  end loop;
end $$;
