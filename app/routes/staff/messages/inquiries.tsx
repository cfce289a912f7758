import type { MetaFunction } from 'react-router'
import { inquiryStates } from '#kernel/enums.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { inquiryOwners, inquiryStateWord } from '#modules/support/inquiry.ts'
import { inquiryCounts, inquiryQueue } from '#modules/support/inquiry-queries.server.ts'
import { InquiryTable } from '#modules/support/ui/inquiry-table.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { cursorText, parseCursor } from '#web/cursor.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import { StaffSearch, wordsIn } from '../staff-search.tsx'
import type { Route } from './+types/inquiries.ts'

export const meta: MetaFunction = () => ownMeta('お問い合わせ（管理）')

const shownStates = [...inquiryStates, 'all'] as const
const owners = [...inquiryOwners, 'all'] as const
const ownerWord: Record<(typeof owners)[number], string> = { me: '自分の担当', nobody: '担当なし', all: 'すべて' }

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const asked = new URL(request.url).searchParams
  const q = wordsIn(asked)
  const shown = shownStates.find((known) => known === asked.get('state')) ?? (q ? 'all' : 'open')
  const after = parseCursor<'inquiry'>(asked.get('after'))
  const whose = owners.find((known) => known === asked.get('whose')) ?? 'all'
  const of = whose === 'all' ? null : whose
  const state = shown === 'all' ? null : shown
  const { inquiries, next } = await inquiryQueue(ctx, { state, q, whose: of, after })
  const counts = await inquiryCounts(ctx, of)
  return {
    inquiries,
    q,
    shown,
    whose,
    counts: { ...counts, all: counts.open + counts.working + counts.done },
    isFirst: after === null,
    next: next && cursorText(next),
    now: ctx.now,
    today: jstDateOf(ctx.now),
  }
})

export default function StaffInquiriesPage({ loaderData }: Route.ComponentProps) {
  const { inquiries, q, shown, whose, counts, isFirst, next, now, today } = loaderData
  const listed = (changed: Record<string, string>) =>
    `?${new URLSearchParams({ ...(q && { q }), state: shown, whose, ...changed })}`
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-h2">
        <Head as="span">お問い合わせ</Head>
      </h1>
      <StaffSearch
        noun="お問い合わせ"
        by="番号・お名前・飲食店・農園・商品・納品日・金額・電話番号"
        q={q}
        back="/admin/inquiries"
      />
      <nav aria-label="担当" className="flex flex-wrap gap-2">
        {owners.map((owner) => (
          <Link
            key={owner}
            to={listed({ whose: owner })}
            className="chip [--target:2.75rem]"
            aria-current={owner === whose ? 'page' : undefined}
          >
            {ownerWord[owner]}
          </Link>
        ))}
      </nav>
      <nav aria-label="状態" className="flex flex-wrap gap-2">
        {shownStates.map((state) => (
          <Link
            key={state}
            to={listed({ state })}
            className="chip [--target:2.75rem]"
            aria-current={state === shown ? 'page' : undefined}
          >
            {state === 'all' ? 'すべて' : inquiryStateWord[state]}
            <span className="num">{counts[state]}</span>
          </Link>
        ))}
      </nav>
      <InquiryTable inquiries={inquiries} now={now} today={today} />
      <nav aria-label="ページ" className="flex flex-wrap gap-3">
        {!isFirst && (
          <ButtonLink kind="line" to={listed({})}>
            先頭へ戻る
          </ButtonLink>
        )}
        {next && (
          <ButtonLink kind="line" to={listed({ after: next })}>
            次の50件
          </ButtonLink>
        )}
      </nav>
    </div>
  )
}
