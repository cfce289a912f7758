/** The charges of the final orders whose number begins with $1, and what was posted for these. */
export const chargesSql = [
  `insert into charges (id, event_key, kind, order_id, restaurant_id, farm_id, supplied_on, booked_on, goods_yen, freight_yen,
      untaxed_yen, per_rate, tax_yen, total_yen, farm_yen, fee_yen, seller_number, at)
    select uuidv7(o.finalized_at - now()), 'order:' || o.id, 'sale', o.id, o.restaurant_id, o.farm_id, o.delivery_on,
           (o.finalized_at at time zone 'Asia/Tokyo')::date, goods, 900, 0,
           jsonb_build_array(jsonb_build_object('percent', 8, 'baseYen', goods, 'taxYen', goods * 8 / 100),
             jsonb_build_object('percent', 10, 'baseYen', 900, 'taxYen', 90)),
           goods * 8 / 100 + 90, o.total_inc_yen, o.total_inc_yen, goods * 12 / 100,
           registration_of(o.farm_id, o.delivery_on), o.finalized_at
      from orders o
      join lateral (select sum(billed_yen)::bigint as goods from order_lines where order_id = o.id) sums on true
     where o.number like $1 || '%' and o.state = 'finalized'`,
  `create temp table bench_entries as
    select uuidv7(c.at - now()) as id, c.* from (
      select event_key, booked_on, restaurant_id, farm_id, total_yen, farm_yen, fee_yen, at from charges
       where order_id in (select id from orders where number like $1 || '%')) c`,
  `insert into ledger_entries (id, event_key, kind, on_day, memo, at)
    select id, 'charge:' || event_key, 'sale', booked_on, '', at from bench_entries`,
  `insert into ledger_postings (entry_id, ordinal, account, restaurant_id, farm_id, yen)
    select e.id, p.* from bench_entries e cross join lateral (values
      (0, 'receivable', e.restaurant_id, null::uuid, e.total_yen),
      (1, 'payable', null, e.farm_id, e.fee_yen - e.farm_yen),
      (2, 'fees', null, null, -e.fee_yen)) p`,
  `drop table bench_entries`,
]

/** Without triggers the kept sums, and the list of charges that are in no period, have to be made. */
export const sumsSql = [
  'delete from kept_sum_changes',
  'delete from kept_sums',
  'insert into kept_sums (what, restaurant_id, farm_id, yen) select * from plain_sums',
  'delete from unclosed_charges',
  'insert into unclosed_charges (party_id, supplied_on, charge_id) select * from plain_unclosed_charges',
]

/** All months that have ended are closed for both sides; nothing is issued of them. */
export const closingsSql = ['restaurant', 'farm'].flatMap((side) => [
  `insert into closings (id, ${side}_id, from_on, to_on, at)
    select uuidv7(), ${side}_id, month, month + interval '1 month - 1 day', month + interval '1 month 3 days'
      from (select distinct ${side}_id, date_trunc('month', supplied_on)::date as month from charges) months
     where month < date_trunc('month', current_date) on conflict do nothing`,
  'analyze closings',
  `insert into closing_charges (charge_id, side, closing_id)
    select h.id, '${side}', c.id
      from charges h join closings c on c.${side}_id = h.${side}_id and c.to_on = date_trunc('month', h.supplied_on) + interval '1 month - 1 day'
        on conflict do nothing`,
])
