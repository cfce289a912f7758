import { Form, type MetaFunction, useNavigation } from 'react-router'
import { formatDeadline, formatMoment, formatYen } from '#kernel/format.ts'
import { claimReasonWord } from '#modules/ordering/claims/claim-labels.ts'
import { platformClaimLimit, setPlatformClaimLimit } from '#modules/ordering/claims/claim-limits.server.ts'
import {
  type ClaimDesk,
  type ClaimView,
  claimCounts,
  claimDesk,
  claimDesks,
  findClaims,
} from '#modules/ordering/claims/claim-queries.server.ts'
import { ClaimBadge } from '#modules/ordering/ui/claim-card.tsx'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { PlainTable } from '#ui/plain-table.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import { StaffSearch, wordsIn } from '../staff-search.tsx'
import type { Route } from './+types/claims.ts'

export const meta: MetaFunction = () => ownMeta('不良・欠品の報告（管理）')

/** The desks are named here as well: their list is on the server. */
const deskWord: Record<ClaimDesk, string> = {
  escalated: '運営の決定待ち',
  opened: '農園の回答待ち',
  answered: '飲食店の回答待ち',
  decided: '決定済み',
  done: '解決・取り下げ',
}

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const asked = new URL(request.url).searchParams
  const desk = claimDesks.find((known) => known === asked.get('desk')) ?? 'escalated'
  const q = wordsIn(asked)
  return {
    q,
    desk,
    desks: claimDesks,
    claims: q ? await findClaims(ctx, q) : await claimDesk(ctx, desk),
    counts: await claimCounts(ctx),
    now: ctx.now,
    limit: await platformClaimLimit(ctx),
    formKey: crypto.randomUUID(),
  }
})

const setLimit = onlyJob(
  job(setPlatformClaimLimit, {
    done: (_done, _given, _ctx, _args: Route.ActionArgs) =>
      redirectWithFlash('/admin/claims#limit', '運営の標準を保存しました。今後の報告に適用されます。'),
    at: () => 'limitYen',
  }),
)

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return setLimit(ctx, args)
})

const heads = ['番号', '期限', '状態', '飲食店 → 農園', '商品', '理由', { figures: '金額（税抜）' }] as const

export default function StaffClaimsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { q, desk, desks, claims, counts, now, limit } = loaderData
  const problem = actionData?.problem
  const busy = useNavigation().formMethod === 'POST'
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-h2 font-bold">不良・欠品の報告</h1>
      <StaffSearch noun="報告" by="番号・飲食店・農園・商品・納品日・金額・電話番号" q={q} back="/admin/claims" />
      <nav aria-label="状態" className="flex flex-wrap gap-2">
        {desks.map((each) => (
          <Link
            key={each}
            to={`?desk=${each}`}
            className="chip [--target:2.75rem]"
            aria-current={q === '' && each === desk ? 'page' : undefined}
          >
            {deskWord[each]}
            <span className="num">{counts[each]}</span>
          </Link>
        ))}
      </nav>
      {claims.length === 0 ? (
        <EmptyState>{q ? '該当する報告はありません' : `「${deskWord[desk]}」の報告はありません`}</EmptyState>
      ) : (
        <PlainTable
          label="不良・欠品の報告一覧"
          caption="不良・欠品の報告一覧。待ち時間の長い順"
          heads={heads}
          className="min-w-[56rem]"
        >
          {claims.map((claim) => (
            <Row key={claim.id} claim={claim} now={now} />
          ))}
        </PlainTable>
      )}
      <Panel head={<h2 id="limit">自動承認の上限額（運営の標準）</h2>}>
        <May to="claims.set_limit" told>
          <Form method="post" className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[16rem_auto_1fr]" noValidate>
            <input type="hidden" name="key" value={loaderData.formKey} />
            <input type="hidden" name="version" value={limit.version} />
            <TextField
              label="税抜"
              name="limitYen"
              inputMode="numeric"
              autoComplete="off"
              suffix="円"
              defaultValue={problem?.typed.limitYen ?? limit.yen}
              error={problem?.fields.limitYen}
            />
            <Button busy={busy}>保存する</Button>
          </Form>
        </May>
        <p className="text-sub text-ink-2">
          上限額を設定していない飲食店と農園に適用されます。写真のある「不足・傷み」は、両者の上限額の低い方まで、回答を待たずに自動承認します。報告済みの内容は変わりません。
        </p>
      </Panel>
    </div>
  )
}

const workingDays = 3

function Row({ claim, now }: { claim: ClaimView; now: Date }) {
  const late = claim.state === 'escalated' && claim.escalatedAt !== null && isLate(claim.escalatedAt, now)
  return (
    <tr className="border-b border-line last:border-b-0 hover:bg-ai-tint">
      <th scope="row" className="px-3 text-start font-bold whitespace-nowrap">
        <Link to={`/admin/claims/${claim.id}`} className="prose-link inline-flex min-h-11 items-center tabular-nums">
          {claim.number}
        </Link>
      </th>
      <td className="px-3 whitespace-nowrap tabular-nums">
        {claim.dueAt
          ? formatDeadline(claim.dueAt, now)
          : claim.settledAt
            ? `${formatMoment(claim.settledAt)}に解決`
            : '—'}
        {late && (
          <span className="ms-2">
            <Badge tone="akane">目安の期限超過</Badge>
          </span>
        )}
      </td>
      <td className="px-3">
        <ClaimBadge state={claim.state} />
      </td>
      <td className="px-3">
        <b>{claim.restaurant}</b> → {claim.farm}
      </td>
      <td className="px-3">{claim.line.name}</td>
      <td className="px-3 whitespace-nowrap">{claimReasonWord[claim.reason]}</td>
      <td className="px-3 text-end whitespace-nowrap tabular-nums">{formatYen(claim.amountYen)}</td>
    </tr>
  )
}

/** Three working days are promised; weekends make them five calendar days at most. */
const isLate = (since: Date, now: Date) => now.getTime() - since.getTime() > (workingDays + 2) * 86_400_000
