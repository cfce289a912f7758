import { createElement } from 'react'
import type { Ctx } from '#access/ctx.ts'
import { newId, type RestaurantId } from '#kernel/ids.ts'
import { ourPage } from '#modules/outbox/our-page.ts'
import { queueMail } from '#modules/outbox/queue-mail.server.ts'
import type { Changes } from '../sign-up/profile.ts'
import { LegalFactsMail } from './restaurant-mails.server.tsx'

/** Asks staff to check again what they once checked. */
export async function tellStaff(
  { db, now }: Ctx,
  it: { restaurantId: RestaurantId; name: string; changes: Changes },
): Promise<void> {
  await queueMail(db, now, {
    key: `restaurant:${it.restaurantId}:legal:${newId()}`,
    template: 'legal_facts_changed',
    to: 'staff',
    subject: `【畝と皿】${it.name}の届け出の内容が変わりました`,
    body: createElement(LegalFactsMail, {
      name: it.name,
      changes: it.changes,
      address: ourPage(`/admin/users/restaurant-${it.restaurantId}`),
    }),
  })
}
