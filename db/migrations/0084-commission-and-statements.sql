-- What a farm has agreed to pay us, and what it says about its statements.

-- A rate is proposed for a day; it holds from then on once the farm has agreed. Rows never change.
create table commission_agreements (
  id uuid primary key,
  farm_id uuid not null references farms,
  commission_bp integer not null check (commission_bp between 0 and 5000),
  from_on date not null,
  reason text not null check (char_length(reason) between 1 and 400),
  proposed_by text not null check (char_length(proposed_by) between 1 and 200),
  at timestamptz not null
);
create index commission_agreements_farm on commission_agreements (farm_id, from_on desc);
create table commission_answers (
  agreement_id uuid primary key references commission_agreements,
  answer text not null check (answer in ('agreed', 'declined', 'withdrawn')),
  person_id uuid references people,
  at timestamptz not null,
  check (answer <> 'withdrawn' or person_id is null)
);
comment on column commission_agreements.commission_bp is 'of goods without tax, in basis points; 1200 is 12 %';
comment on column commission_answers.person_id is 'who answered for the farm; null: withdrawn by staff, or agreed before agreements were kept';

-- Only a sign-up that was never finished takes its rows along.
create function keep_agreement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from farms where status = 'draft' and id = case tg_table_name
      when 'commission_agreements' then (to_jsonb(old) ->> 'farm_id')::uuid
      else (select farm_id from commission_agreements where id = (to_jsonb(old) ->> 'agreement_id')::uuid) end)
  then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger commission_agreements_append_only before update or delete on commission_agreements for each row execute function keep_agreement();
create trigger commission_answers_append_only before update or delete on commission_answers for each row execute function keep_agreement();

-- The rate in force on a day; null for a farm that has agreed to none.
create function commission_bp_of(farm uuid, day date) returns integer language sql stable as $$
  select a.commission_bp
    from commission_agreements a join commission_answers c on c.agreement_id = a.id
   where a.farm_id = farm and c.answer = 'agreed' and a.from_on <= day
   order by a.from_on desc, a.at desc, a.id desc limit 1
$$;

insert into commission_agreements (id, farm_id, commission_bp, from_on, reason, proposed_by, at)
select gen_random_uuid(), id, commission_bp, (created_at at time zone 'Asia/Tokyo')::date, '登録時の手数料率', '畝と皿', created_at
  from farms;
insert into commission_answers (agreement_id, answer, at)
select id, 'agreed', at from commission_agreements;
-- A line keeps the rate of the day on which it is ordered.
create or replace function freeze_commission() returns trigger language plpgsql as $$
begin
  new.commission_bp := coalesce(new.commission_bp,
    (select commission_bp_of(farm_id, (now() at time zone 'Asia/Tokyo')::date) from orders where id = new.order_id));
  return new;
end $$;
alter table farms drop column commission_bp;

alter table platform_terms add commission_bp integer not null default 1200 check (commission_bp between 0 and 5000);
comment on column platform_terms.commission_bp is 'the rate to which a farm agrees when it signs up';

-- What a farm says about a statement: it is right, or a slip of it is not. Staff answer an objection; that is a row, too.
create table statement_confirmations (
  document_id uuid primary key references issued_documents,
  person_id uuid references people,
  at timestamptz not null
);
comment on column statement_confirmations.person_id is 'null: no answer until the day that the statement names';
create table statement_objections (
  id uuid primary key,
  document_id uuid not null references issued_documents,
  charge_id uuid not null references charges,
  farm_id uuid not null references farms,
  words text not null check (char_length(words) between 1 and 1000),
  person_id uuid not null references people,
  at timestamptz not null,
  unique (document_id, charge_id)
);
create index statement_objections_farm on statement_objections (farm_id);
create table objection_answers (
  objection_id uuid primary key references statement_objections,
  accepted boolean not null,
  words text not null check (char_length(words) between 1 and 1000),
  admin_id uuid not null references admins,
  at timestamptz not null
);
create trigger statement_confirmations_append_only before update or delete on statement_confirmations for each row execute function refuse_rewriting_history();
create trigger statement_objections_append_only before update or delete on statement_objections for each row execute function refuse_rewriting_history();
create trigger objection_answers_append_only before update or delete on objection_answers for each row execute function refuse_rewriting_history();
comment on column objection_answers.accepted is 'the slip was wrong: the order is corrected, and the correction is on the next statement';
