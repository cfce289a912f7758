import type { Ctx } from '#authorization/ctx.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import { addDays, daysBetween, jstDateOf } from '#kernel/jst.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { permitEnds } from '../approval/application-mails.server.tsx'
import { expiryDays, expiryStage } from '../approval/checks.ts'
import { tellOwners } from '../approval/tell-members.server.ts'
import { type OrgRef, sideOf } from '../org-ref.ts'
import { documentKindWord } from './document.ts'

/** Where an owner of an approved organisation uploads the next document. */
const pageForPapers = { restaurant: '/restaurant/Account#licence', farm: '/profile/organisation' } as const

/**
 * Reminds the owners of approved organisations 60, 30 and 7 days before a document expires: once for each of the three,
 * whichever morning the job runs, and again if the day has changed. Returns the number of documents; null for none.
 */
export async function remindPermits({ db, now }: Omit<Ctx, 'actor'>): Promise<number | null> {
  const today = jstDateOf(now)
  const ending = await db
    .selectFrom('documents')
    .leftJoin('farms', 'farms.id', 'documents.farmId')
    .leftJoin('restaurants', 'restaurants.id', 'documents.restaurantId')
    .select([
      'documents.id',
      'documents.kind',
      'documents.expiresOn',
      'documents.farmId',
      'documents.restaurantId',
      'farms.name as farm',
      'restaurants.name as restaurant',
    ])
    .where('documents.removedAt', 'is', null)
    .where('documents.expiresOn', '>=', today)
    .where('documents.expiresOn', '<=', addDays(today, expiryDays[0]))
    .where((is) => is.or([is('farms.status', '=', 'approved'), is('restaurants.status', '=', 'approved')]))
    .orderBy('documents.expiresOn')
    .execute()
  for (const { id, kind, expiresOn, farmId, restaurantId, farm, restaurant } of ending) {
    const org: OrgRef | null = farmId ? { farmId } : restaurantId ? { restaurantId } : null
    if (!org || !expiresOn) continue
    const days = daysBetween(today, expiresOn)
    const document = documentKindWord[kind]
    const about = { name: farm ?? restaurant ?? '', document, until: formatDayWithYear(expiresOn), days }
    await tellOwners(db, now, org, {
      key: `document:${id}:ends:${expiresOn}:${expiryStage(expiresOn, today)}`,
      kind: permitEnds,
      data: { ...about, address: ourPage(pageForPapers[sideOf(org)]) },
    })
  }
  return ending.length || null
}
