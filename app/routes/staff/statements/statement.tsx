import type { MetaFunction } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { formatMonth } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { statementDetail } from '#modules/payouts/farm-sales.server.ts'
import { StatementBadge } from '#modules/payouts/ui/statement-badge.tsx'
import { StatementPaper } from '#modules/payouts/ui/statement-paper.tsx'
import { Notice } from '#ui/notice.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/statement.ts'

export const meta: MetaFunction = () => ownMeta('支払通知書（管理）')

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const id = parseId<'issuedDocument'>(params.id)
  if (!id) throw new NotFound('statement')
  const { content, ...statement } = await statementDetail(ctx, id)
  return { ...statement, content }
})

/** A statement as the farm reads it. */
export default function StaffStatementPage({ loaderData: it }: Route.ComponentProps) {
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-4">
      <h1 className="text-h2 font-bold">
        {it.counterparty}　{formatMonth(it.toOn)}分 <StatementBadge {...it} />
      </h1>
      <StatementPaper
        number={it.number}
        content={it.content}
        isOpen={({ number }) => it.slipObjections.some(({ slip }) => slip === number)}
        below={({ number }) =>
          it.slipObjections
            .filter(({ slip }) => slip === number)
            .map((said) => (
              <Notice key={said.id} tone={said.accepted === null ? 'tag' : 'ai'}>
                <span className="block wrap-anywhere">
                  異議（{said.lineName ?? '明細全体'}）：{said.words}
                </span>
                {said.answer && <span className="block wrap-anywhere">回答：{said.answer}</span>}
              </Notice>
            ))
        }
      />
    </div>
  )
}
