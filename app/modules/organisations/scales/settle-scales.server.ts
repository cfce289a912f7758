import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import type { FarmId } from '#kernel/ids.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { tellOwners } from '../approval/tell-members.server.ts'
import { scaleNoticeDays, scaleReminderDays } from './scale.ts'
import { scaleDue, scaleWanted } from './scale-mails.server.tsx'

/**
 * Once a day: tells each farm that sells by weight without a scale in date, once, from which its days of notice are
 * counted; and reminds of the inspections that are due within a month, once for each. Running it again changes nothing.
 */
export async function settleScales({ db, now }: Omit<Ctx, 'actor'>): Promise<{ told: number; due: number } | null> {
  const today = jstDateOf(now)
  const { rows: without } = await sql<{ id: FarmId; name: string }>`
    select f.id, f.name from farms f
     where f.status = 'approved'
       and exists (select from products p where p.farm_id = f.id and p.status = 'listed' and p.catch_weight)
       and not exists (select from scales s where s.farm_id = f.id and s.retired_at is null and s.due_on >= ${today}::date)
       and not exists (select from scale_notices n where n.farm_id = f.id)
     order by f.id`.execute(db)
  for (const { id, name } of without)
    await db.transaction().execute(async (within) => {
      const told = await within
        .insertInto('scaleNotices')
        .values({ farmId: id, toldOn: today })
        .onConflict((same) => same.column('farmId').doNothing())
        .returning('farmId')
        .executeTakeFirst()
      if (!told) return
      const data = { name, until: formatDayWithYear(addDays(today, scaleNoticeDays)) }
      await tellOwners(within, now, { farmId: id }, { key: `scales:${id}:wanted`, kind: scaleWanted, data })
    })
  const due = await db
    .selectFrom('scales')
    .innerJoin('farms', 'farms.id', 'scales.farmId')
    .select(['scales.id', 'scales.name', 'scales.dueOn', 'farms.id as farmId', 'farms.name as farm'])
    .where('retiredAt', 'is', null)
    .where('dueOn', '>=', today)
    .where('dueOn', '<=', addDays(today, scaleReminderDays))
    .where('farms.status', '=', 'approved')
    .orderBy('scales.id')
    .execute()
  for (const { id, name, dueOn, farmId, farm } of due)
    await tellOwners(
      db,
      now,
      { farmId },
      {
        key: `scale:${id}:due:${dueOn}`,
        kind: scaleDue,
        data: { name: farm, scale: name, until: formatDayWithYear(dueOn) },
      },
    )
  return without.length + due.length > 0 ? { told: without.length, due: due.length } : null
}
