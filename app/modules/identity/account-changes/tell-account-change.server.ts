import type { DbOrTx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { accountChangeNotificationd, accountChangeWaits } from '../account-mails.server.tsx'
import { issueMailedCode } from '../one-time-code.server.ts'
import { accountChangeWord, effectMoment } from './account-change-labels.ts'
import type { LockedChange, OpenAccount } from './account-change-store.server.ts'

type Waiting = {
  change: Pick<LockedChange, 'id' | 'kind' | 'newEmail'>
  takesEffectAt: Date
  encryption: Encryption
}

/**
 * Notifies the owner of an account of a confirmed change, with the way to stop it: by mail at the account's current
 * address, and a person also in the app and by the channels they have chosen. An address that was never proven may
 * belong to another user, and is sent nothing.
 */
export async function tellOfWaitingChange(
  db: DbOrTx,
  now: Date,
  { owner, name, email, isProven }: OpenAccount,
  { change, takesEffectAt, encryption }: Waiting,
): Promise<void> {
  const what = accountChangeWord[change.kind]
  const when = effectMoment(takesEffectAt)
  if (email && isProven) {
    const wanted = { purpose: 'stop_change', owner, email, data: { changeId: change.id } } as const
    const { id: codeId } = await issueMailedCode(db, now, encryption, wanted)
    await notify(db, now, {
      key: `account-change:${change.id}:waits`,
      kind: accountChangeWaits,
      to: email as Email,
      data: { name, what, to: change.newEmail, when, codeId },
    })
  }
  if ('personId' in owner)
    await notify(db, now, {
      key: `account-change:${change.id}:waits`,
      kind: accountChangeNotificationd,
      to: owner,
      data: { what, when },
      concerns: { usefulUntil: takesEffectAt },
    })
}
