import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { mailToOf, notifyMany } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { periodText } from '#modules/products/vacation/vacation.ts'
import { vacationBegins } from './reminder-mails.server.tsx'

/** Restaurants that have ordered from a farm within this many days are notified of its days off. */
const regularDays = 60

/**
 * The evening before a farm's days off: the farm is reminded of its open orders, the people who order there are
 * notified. Once per vacation, whichever evening the job runs. Returns the number of vacations.
 */
export async function remindVacations({ db, now }: Omit<Ctx, 'actor'>): Promise<number> {
  const tomorrow = addDays(jstDateOf(now), 1)
  const rests = await db
    .selectFrom('farmVacations')
    .innerJoin('farms', 'farms.id', 'farmVacations.farmId')
    .select(['farmVacations.id', 'farmId', 'fromOn as from', 'toOn as to', 'farms.name as farm'])
    .where('fromOn', '=', tomorrow)
    .where('farms.status', '=', 'approved')
    .orderBy('farmVacations.id')
    .execute()
  for (const { id, farmId, farm, ...rest } of rests) {
    const days = periodText(rest)
    const key = `vacation:${id}:begins`
    const usefulUntil = momentOf(addDays(rest.to, 1), 0)
    await db.transaction().execute(async (tx) => {
      await tellOwners(
        tx,
        now,
        { farmId },
        {
          key: `${key}:farm`,
          kind: vacationBegins,
          concerns: { usefulUntil },
          data: {
            farm,
            days,
            open: await openIn(tx, farmId, rest),
            forFarm: true,
            address: ourPage('/farmer/Vacation'),
          },
        },
      )
      await notifyMany(tx, now, {
        kind: vacationBegins,
        concerns: { usefulUntil },
        data: {
          farm,
          days,
          open: 0,
          forFarm: false,
          address: ourPage(`/restaurant/farmers/${farmId}`),
        },
        to: (await regularsOf(tx, now, farmId)).map((it) => ({
          key: `${key}:${it.email ?? it.personId}`,
          to: mailToOf(it),
        })),
      })
    })
  }
  return rests.length
}

/** Orders that leave in these days. */
async function openIn(db: Ctx['db'], farmId: FarmId, { from, to }: { from: JstDate; to: JstDate }): Promise<number> {
  const { open } = await db
    .selectFrom('orders')
    .select((is) => is.fn.countAll<string>().as('open'))
    .where('farmId', '=', farmId)
    .where('shipOn', '>=', from)
    .where('shipOn', '<=', to)
    .where('state', 'in', ['placed', 'accepted', 'proposed', 'preparing'])
    .executeTakeFirstOrThrow()
  return Number(open)
}

/** The people who ordered there recently. */
const regularsOf = (db: Ctx['db'], now: Date, farmId: FarmId) =>
  db
    .selectFrom('orders')
    .innerJoin('purchases', 'purchases.id', 'orders.purchaseId')
    .innerJoin('people', 'people.id', 'purchases.personId')
    .select(['people.id as personId', 'people.email'])
    .distinct()
    .where('orders.farmId', '=', farmId)
    .where('orders.placedAt', '>=', new Date(now.getTime() - regularDays * 86_400_000))
    .where('orders.state', 'not in', ['draft', 'pending_approval'])
    .where('people.closedAt', 'is', null)
    .where('people.suspendedAt', 'is', null)
    .orderBy('people.id')
    .limit(500)
    .execute()
