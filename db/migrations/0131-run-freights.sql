-- What a run earned by an order: the farm of the goods owes it to the farm whose van it is. One row for each order, written
-- with its sale; the restaurant pays the freight to the farm of the goods, as on its slip.
create table run_freights (
  order_id uuid primary key references orders,
  run_id uuid not null references runs,
  farm_id uuid not null references farms,
  runner_id uuid not null references farms,
  supplied_on date not null,
  base_yen integer not null check (base_yen > 0),
  tax_yen integer not null check (tax_yen >= 0),
  at timestamptz not null,
  check (farm_id <> runner_id)
);
create index run_freights_of_farm on run_freights (farm_id);
create index run_freights_of_runner on run_freights (runner_id);
create trigger run_freights_append_only before update or delete on run_freights
  for each row execute function refuse_rewriting_history();

-- On which statement it stands: on one of each side.
create table closing_run_freights (
  order_id uuid not null references run_freights,
  side text not null check (side in ('rider', 'runner')),
  closing_id uuid not null references closings,
  primary key (order_id, side)
);
create index closing_run_freights_closing on closing_run_freights (closing_id);
create trigger closing_run_freights_append_only before update or delete on closing_run_freights
  for each row execute function refuse_rewriting_history();
