-- Every shipped line names its lots, a recall asks everybody who received them, and both can be found in a moment.

alter table lots add column recalled_at timestamptz;
comment on column lots.recalled_at is 'recalled in earnest: nothing more of it is packed or sent';

-- Lots of one farm, and of all farms, newest harvest first, read by pages of a list; and by how their code begins.
create index lots_farm_newest on lots (farm_id, harvested_on desc, id desc);
create index lots_newest on lots (harvested_on desc, id desc);
drop index lots_harvested;
create index lots_code on lots (code text_pattern_ops);
-- What came to a restaurant, newest first.
create index orders_restaurant_delivered on orders (restaurant_id, delivery_on desc, id desc);

-- The one place to ask which lot went where: what has left the farm, by line, order, day and kitchen, and what was received of
-- it. Of a divided order the part that has left counts at once; what was overruled after it had left was still sent.
create view sent_lots as
select named.lot_id, named.qty, l.code, l.harvested_on, l.best_before_on, l.product_id, line.id as order_line_id,
       line.ordinal, line.name, line.unit_label, line.shipped_qty, line.received_qty, o.id as order_id, o.number, o.state,
       o.farm_id, o.restaurant_id, o.kitchen_id, o.ship_on, o.delivery_on, o.delivered_at
  from line_lots named
  join lots l on l.id = named.lot_id
  join order_lines line on line.id = named.order_line_id
  join orders o on o.id = line.order_id
 where o.state in ('shipped', 'delivered', 'inspected', 'finalized')
    or (o.state = 'partly_shipped' and exists (select from part_lines p where p.order_line_id = line.id))
    or (o.state = 'cancelled' and exists (select from parcels b where b.order_id = o.id and b.shipped_at is not null)
        and (line.shipped_qty > 0 or exists (select from part_lines p where p.order_line_id = line.id)));

create function order_has_left(state text) returns boolean immutable parallel safe language sql
return state in ('shipped', 'delivered', 'inspected', 'finalized');

-- A line that has left names lots whose quantities add up to what left. Asked at the end of the transaction, when the
-- quantity, the lots and the state of the order have all been written.
create function check_lots_of(line_id uuid) returns void language plpgsql as $$
declare
  it record;
  named integer;
begin
  select o.state, line.shipped_qty, p.qty as part_qty into it
    from order_lines line join orders o on o.id = line.order_id left join part_lines p on p.order_line_id = line.id
   where line.id = line_id;
  if not found then return; end if;
  if not order_has_left(it.state) and (it.state <> 'partly_shipped' or it.part_qty is null) then return; end if;
  select coalesce(sum(qty), 0) into named from line_lots where order_line_id = line_id;
  if named <> (case when order_has_left(it.state) then coalesce(it.shipped_qty, 0) else it.part_qty end) then
    raise exception 'the lots of a line that has left add up to what left (line %)', line_id
      using errcode = 'check_violation', constraint = 'line_lots_whole';
  end if;
end $$;

create function check_lots_of_line() returns trigger language plpgsql as $$
begin
  perform check_lots_of(new.id);
  return null;
end $$;
create constraint trigger order_lines_lots_whole after insert or update of shipped_qty on order_lines
  deferrable initially deferred for each row when (new.shipped_qty > 0) execute function check_lots_of_line();

create function check_lots_of_named() returns trigger language plpgsql as $$
begin
  perform check_lots_of(new.order_line_id);
  return null;
end $$;
create constraint trigger line_lots_whole after insert on line_lots
  deferrable initially deferred for each row execute function check_lots_of_named();
create constraint trigger part_lines_lots_whole after insert on part_lines
  deferrable initially deferred for each row execute function check_lots_of_named();

-- As an order leaves, its lots are held until the transaction ends: a recall that begins meanwhile waits, and finds it; one
-- that has begun refuses it. The first part of a divided order had left before.
create function check_lots_of_order() returns trigger language plpgsql as $$
declare
  line uuid;
begin
  for line in select id from order_lines where order_id = new.id loop
    perform check_lots_of(line);
  end loop;
  perform from lots where id in (
    select named.lot_id from line_lots named join order_lines l on l.id = named.order_line_id
     where l.order_id = new.id and not exists (select from part_lines p where p.order_line_id = l.id))
    order by id for share;
  if exists (select from order_lines l join line_lots named on named.order_line_id = l.id join lots on lots.id = named.lot_id
              where l.order_id = new.id and lots.recalled_at is not null
                and not exists (select from part_lines p where p.order_line_id = l.id)) then
    raise exception 'a recalled lot does not leave the farm (order %)', new.id
      using errcode = 'check_violation', constraint = 'lots_recalled';
  end if;
  return null;
end $$;
create constraint trigger orders_lots_whole after update of state on orders
  deferrable initially deferred for each row
  when (order_has_left(new.state) and not order_has_left(old.state)) execute function check_lots_of_order();

-- What was packed from a lot stays said once it has left; and a lot is of the line's own product.
create function guard_named_lots() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and exists (
    select from order_lines line join orders o on o.id = line.order_id
     where line.id = old.order_line_id and order_has_left(o.state)) then
    raise exception 'the lots of a line that has left stay as they are (line %)', old.order_line_id
      using errcode = 'check_violation', constraint = 'line_lots_stay';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if not exists (select from order_lines line join lots l on l.product_id = line.product_id
                  where line.id = new.order_line_id and l.id = new.lot_id) then
    raise exception 'a lot of another product (line %)', new.order_line_id
      using errcode = 'check_violation', constraint = 'line_lots_of_product';
  end if;
  return new;
end $$;
create trigger line_lots_guard before insert or update or delete on line_lots
  for each row execute function guard_named_lots();

-- A recall: lots of one farm, why, and what is to be done with the goods. A rehearsal is the same, and nobody hears of it.
create table recalls (
  id uuid primary key,
  number integer not null unique generated always as identity,
  farm_id uuid not null references farms,
  rehearsal boolean not null,
  reason text not null check (char_length(reason) between 1 and 400),
  handling text not null check (handling in ('stop', 'discard', 'keep', 'return')),
  instructions text not null default '' check (char_length(instructions) <= 400),
  event_id uuid not null references events,
  begun_at timestamptz not null,
  begun_by text not null,
  -- staff begin one in a farm's place, and say why
  behalf_reason text check (char_length(behalf_reason) between 1 and 400),
  closed_at timestamptz,
  closed_by text,
  report text check (char_length(report) between 1 and 2000),
  check ((closed_at is null) = (report is null)),
  check ((closed_at is null) = (closed_by is null))
);
create index recalls_farm on recalls (farm_id, begun_at desc, id desc);
create index recalls_newest on recalls (begun_at desc, id desc);

create table recall_lots (
  recall_id uuid not null references recalls,
  lot_id uuid not null references lots,
  primary key (recall_id, lot_id)
);
create index recall_lots_lot on recall_lots (lot_id);

-- Exactly what had been sent as it began.
create table recall_lines (
  recall_id uuid not null references recalls,
  lot_id uuid not null references lots,
  order_line_id uuid not null references order_lines,
  restaurant_id uuid not null references restaurants,
  kitchen_id uuid not null references kitchens,
  qty integer not null check (qty > 0),
  primary key (recall_id, order_line_id, lot_id)
);
create index recall_lines_restaurant on recall_lines (restaurant_id, recall_id);

-- Whom it concerns: when they were written to, when they first looked, and what they said last.
create table recall_targets (
  recall_id uuid not null references recalls,
  restaurant_id uuid not null references restaurants,
  told_people integer not null check (told_people >= 0),
  told_at timestamptz,
  read_at timestamptz,
  read_by text,
  answer text,
  answered_at timestamptz,
  primary key (recall_id, restaurant_id),
  check ((answer is null) = (answered_at is null)),
  check ((read_at is null) = (read_by is null))
);
create index recall_targets_waiting on recall_targets (restaurant_id) where answered_at is null and told_at is not null;
create index recall_targets_restaurant on recall_targets (restaurant_id, recall_id);

-- Every answer ever given; the target shows the last.
create table recall_answers (
  id bigint generated always as identity primary key,
  recall_id uuid not null,
  restaurant_id uuid not null,
  answer text not null check (answer in ('unused', 'used', 'partly_used', 'discarded', 'none_here')),
  note text not null default '' check (char_length(note) <= 400),
  -- what was heard by telephone is written down by the farm or by staff
  heard boolean not null,
  said_by text not null,
  event_id uuid not null references events,
  at timestamptz not null,
  foreign key (recall_id, restaurant_id) references recall_targets
);
create index recall_answers_target on recall_answers (recall_id, restaurant_id, id);

create function show_latest_recall_answer() returns trigger language plpgsql as $$
begin
  update recall_targets set answer = new.answer, answered_at = new.at
   where recall_id = new.recall_id and restaurant_id = new.restaurant_id;
  return null;
end $$;
create trigger recall_answers_show after insert on recall_answers for each row execute function show_latest_recall_answer();
create trigger recall_lots_append_only before update or delete on recall_lots for each row execute function refuse_rewriting_history();
create trigger recall_lines_append_only before update or delete on recall_lines for each row execute function refuse_rewriting_history();
create trigger recall_answers_append_only before update or delete on recall_answers for each row execute function refuse_rewriting_history();

-- What was said as it began stays; a recall is closed once, and a closed one is history.
create function guard_recall() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.closed_at is not null
     or (to_jsonb(old) - '{closed_at,closed_by,report}'::text[]) <> (to_jsonb(new) - '{closed_at,closed_by,report}'::text[]) then
    raise exception 'a recall is only ever closed (recall %)', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger recalls_guard before update or delete on recalls for each row execute function guard_recall();
-- Nothing of a rehearsal leaves the house.
create function guard_recall_target() returns trigger language plpgsql as $$
begin
  if new.told_at is not null and (select rehearsal from recalls where id = new.recall_id) then
    raise exception 'nobody is told of a rehearsal (recall %)', new.recall_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger recall_targets_guard before insert or update on recall_targets for each row execute function guard_recall_target();
-- The lots of a recall are its farm's own.
create function guard_recall_lot() returns trigger language plpgsql as $$
begin
  if (select farm_id from lots where id = new.lot_id) is distinct from (select farm_id from recalls where id = new.recall_id) then
    raise exception 'a lot of another farm (recall %)', new.recall_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger recall_lots_guard before insert on recall_lots for each row execute function guard_recall_lot();
