import { createElement } from 'react'
import type { DbOrTx } from '#access/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { formatMoment } from '#kernel/format.ts'
import type { EventId } from '#kernel/ids.ts'
import { queueMail } from '#modules/outbox/queue-mail.server.ts'
import { FactorMail } from './factor-mail.server.tsx'
import type { FactorOwner } from './factor-owner.ts'

/** The possible changes, as titles of the mail. */
export const factorChangeTitles = {
  second_factor_on: '二段階確認をはじめました',
  second_factor_off: '二段階確認をやめました',
  backup_codes_renewed: '予備コードをつくりなおしました',
  passkey_added: 'パスキーを登録しました',
  passkey_removed: 'パスキーを消しました',
  way_in_added: 'サインインの方法を足しました',
  way_in_removed: 'サインインの方法を外しました',
} as const

type Change = { event: EventId; kind: keyof typeof factorChangeTitles; detail?: string }

/** Notifies the owner by mail, in the transaction of the change; once per history event. */
export async function tellFactorChange(
  db: DbOrTx,
  now: Date,
  owner: FactorOwner,
  { event, kind, detail }: Change,
): Promise<void> {
  const account =
    'personId' in owner
      ? await db.selectFrom('people').select(['name', 'email']).where('id', '=', owner.personId).executeTakeFirst()
      : await db.selectFrom('admins').select(['name', 'email']).where('id', '=', owner.adminId).executeTakeFirst()
  // a user without an address sees it in their own settings
  if (!account?.email) return
  await queueMail(db, now, {
    key: `factor:${event}`,
    template: kind,
    to: account.email as Email,
    subject: `【畝と皿】${factorChangeTitles[kind]}`,
    body: createElement(FactorMail, {
      title: factorChangeTitles[kind],
      name: account.name,
      when: formatMoment(now),
      detail: detail ?? null,
    }),
  })
}
