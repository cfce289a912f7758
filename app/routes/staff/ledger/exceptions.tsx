import type { MetaFunction } from 'react-router'
import { jstDateOf } from '#kernel/jst.ts'
import { moneyExceptions } from '#modules/bookkeeping/exceptions.server.ts'
import { Exceptions } from '#modules/bookkeeping/ui/exceptions.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/exceptions.ts'
import { LedgerHead } from './ledger-head.tsx'

export const meta: MetaFunction = () => ownMeta('帳簿（管理）')

export const loader = page(async (ctx) => {
  requireStaff(ctx)
  return { items: await moneyExceptions(ctx), today: jstDateOf(ctx.now) }
})

/** The books open with what needs a person. */
export default function LedgerExceptionsPage({ loaderData: { items, today } }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <LedgerHead title="帳簿" />
      <Exceptions
        caption="対応が必要な項目"
        items={items}
        none="対応が必要な項目はありません。帳簿は貸借・書類ともに一致しています。"
        today={today}
      />
    </div>
  )
}
