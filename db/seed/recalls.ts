import type pg from 'pg'
import type { FarmId, LotId, RestaurantId } from '#kernel/ids.ts'
import { addDays, addMinutes, jstDateOf, momentOf } from '#kernel/jst.ts'
import type { RecallAnswer, RecallHandling } from '#kernel/recall-enums.ts'
import type { MakeId } from './ids.ts'

type Told = {
  farmId: FarmId
  farmer: string
  lotId: LotId
  rehearsal: boolean
  reason: string
  handling: RecallHandling
  begunAt: Date
  /** The restaurants' answers in turn; those beyond its end have not answered. */
  answers: readonly RecallAnswer[]
  closed: { at: Date; report: string } | null
}

type Sides = { farm: FarmId; otherFarm: FarmId; shop: RestaurantId }

/**
 * Recalls for a farm and staff to view: a closed rehearsal, a small open recall, and one that the demo restaurant
 * answered. The open one does not affect the demo restaurant, on whose pages it would be above everything.
 */
export async function insertRecalls(client: pg.PoolClient, { farm, otherFarm, shop }: Sides, now: Date, id: MakeId) {
  const today = jstDateOf(now)
  const day = (before: number, minute: number) => momentOf(addDays(today, -before), minute)
  const rehearsed = await lotOf(client, {
    farm,
    until: addDays(today, -30),
    order: 'count(distinct restaurant_id) desc',
  })
  if (rehearsed)
    await insertRecall(client, id, {
      ...rehearsed,
      rehearsal: true,
      reason: '年に一度の訓練。かたい異物が入ったと考えて、どこまで届いたかを調べます。',
      handling: 'keep',
      begunAt: day(21, 14 * 60),
      answers: ['unused', 'unused', 'none_here', 'used', 'unused'],
      closed: {
        at: day(21, 14 * 60 + 18),
        report: '18分で、届いた店がすべて分かりました。電話番号の古い店が1つあったので、直します。',
      },
    })
  const past = await lotOf(client, {
    farm: otherFarm,
    until: addDays(today, -12),
    shop,
    order: 'count(distinct restaurant_id)',
  })
  if (past)
    await insertRecall(client, id, {
      ...past,
      rehearsal: false,
      reason: '選別の機械の部品が欠けているのが見つかりました。念のため、この日の収穫分を回収します。',
      handling: 'discard',
      begunAt: day(9, 7 * 60 + 10),
      answers: ['discarded', 'used', 'unused', 'discarded'],
      closed: {
        at: day(7, 17 * 60),
        report: '部品は畑で見つかり、品には入っていませんでした。ご協力ありがとうございました。',
      },
    })
  const open = await lotOf(client, {
    farm,
    until: addDays(today, -5),
    notShop: shop,
    order: 'count(distinct restaurant_id)',
  })
  if (open && open.lotId !== rehearsed?.lotId)
    await insertRecall(client, id, {
      ...open,
      rehearsal: false,
      reason: '洗い場の水を調べたところ、基準をこえる濁りがありました。この日に洗った分を使わないでください。',
      handling: 'stop',
      begunAt: new Date(Math.min(day(1, 16 * 60).getTime(), now.getTime())),
      answers: [],
      closed: null,
    })
}

type Wanted = { farm: FarmId; until: string; shop?: RestaurantId; notShop?: RestaurantId; order: string }

async function lotOf(client: pg.PoolClient, { farm, until, shop, notShop, order }: Wanted) {
  const { rows } = await client.query<{ lotId: LotId; farmId: FarmId; farmer: string }>(
    `select s.lot_id as "lotId", s.farm_id as "farmId", f.representative as farmer
       from sent_lots s join farms f on f.id = s.farm_id
      where s.farm_id = $1 and s.harvested_on between $2::date - 120 and $2::date
      group by s.lot_id, s.farm_id, f.representative, s.harvested_on
     having ($3::uuid is null or bool_or(s.restaurant_id = $3)) and ($4::uuid is null or not bool_or(s.restaurant_id = $4))
      order by ${order}, s.harvested_on desc, s.lot_id limit 1`,
    [farm, until, shop ?? null, notShop ?? null],
  )
  return rows[0]
}

async function insertRecall(client: pg.PoolClient, id: MakeId, it: Told): Promise<void> {
  const { begunAt, closed } = it
  const event = async (kind: string, at: Date, restaurantId: string | null, who: [string, string]) => {
    const eventId = id(at)
    await client.query(
      `insert into events (id, at, kind, actor_kind, actor_name, about_farm_id, about_restaurant_id, reason)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [eventId, at, kind, ...who, it.farmId, restaurantId, restaurantId ? null : it.reason],
    )
    return eventId
  }
  const recallId = id(begunAt)
  const eventId = await event(it.rehearsal ? 'recall_rehearsed' : 'recall_begun', begunAt, null, ['farm', it.farmer])
  await client.query(
    `insert into recalls (id, farm_id, rehearsal, reason, handling, event_id, begun_at, begun_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [recallId, it.farmId, it.rehearsal, it.reason, it.handling, eventId, begunAt, it.farmer],
  )
  await client.query('insert into recall_lots (recall_id, lot_id) values ($1, $2)', [recallId, it.lotId])
  if (!it.rehearsal) await client.query('update lots set recalled_at = $2 where id = $1', [it.lotId, begunAt])
  await client.query(
    `insert into recall_lines (recall_id, lot_id, order_line_id, restaurant_id, kitchen_id, qty)
     select $1, lot_id, order_line_id, restaurant_id, kitchen_id, qty from sent_lots where lot_id = $2`,
    [recallId, it.lotId],
  )
  const { rows: targets } = await client.query<{ restaurantId: string; reader: string }>(
    `insert into recall_targets (recall_id, restaurant_id, told_people, told_at)
     select $1, restaurant_id, case when $2 then 0 else (select count(*) from memberships m where m.restaurant_id = l.restaurant_id) end,
            case when $2 then null else $3::timestamptz end
       from recall_lines l where recall_id = $1 group by restaurant_id order by restaurant_id
     returning restaurant_id as "restaurantId",
       (select p.name from memberships m join people p on p.id = m.person_id where m.restaurant_id = recall_targets.restaurant_id
         order by m.id limit 1) as reader`,
    [recallId, it.rehearsal, begunAt],
  )
  for (const [index, { restaurantId, reader }] of targets.entries()) {
    const answer = it.answers[index]
    if (!answer) continue
    const at = addMinutes(begunAt, 3 + index * 3)
    const who: [string, string] = it.rehearsal ? ['farm', it.farmer] : ['buyer', reader]
    if (!it.rehearsal)
      await client.query(
        'update recall_targets set read_at = $3, read_by = $4 where recall_id = $1 and restaurant_id = $2',
        [recallId, restaurantId, addMinutes(at, -1), reader],
      )
    const answerEvent = await event(it.rehearsal ? 'recall_heard' : 'recall_answered', at, restaurantId, who)
    await client.query(
      `insert into recall_answers (recall_id, restaurant_id, answer, heard, said_by, event_id, at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [recallId, restaurantId, answer, it.rehearsal, who[1], answerEvent, at],
    )
  }
  if (!closed) return
  await event('recall_closed', closed.at, null, ['farm', it.farmer])
  await client.query('update recalls set closed_at = $2, closed_by = $3, report = $4 where id = $1', [
    recallId,
    closed.at,
    it.farmer,
    closed.report,
  ])
}
