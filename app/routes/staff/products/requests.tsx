import { Form, type MetaFunction, useNavigation } from 'react-router'
import { formatMoment, formatYen } from '#kernel/format.ts'
import { requestStates } from '#kernel/request-enums.ts'
import { categoryWord } from '#modules/products/catalog/catalog-labels.ts'
import { removeRequest } from '#modules/sourcing/close-request.server.ts'
import { fieldOfRequest } from '#modules/sourcing/refusal-text.ts'
import { requestStateWord } from '#modules/sourcing/request-labels.ts'
import { type StaffRequest, staffRequests } from '#modules/sourcing/request-queries.server.ts'
import { Days } from '#modules/sourcing/ui/days.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { cursorText, parseCursor } from '#web/cursor.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/requests.ts'

export const meta: MetaFunction = () => ownMeta('リクエスト（管理）')

const shownStates = ['all', ...requestStates] as const

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const asked = new URL(request.url).searchParams
  const state = shownStates.find((known) => known === asked.get('state')) ?? 'all'
  const q = asked.get('q')?.trim().slice(0, 60) ?? ''
  const after = parseCursor<'request'>(asked.get('after'))
  const { requests, next } = await staffRequests(ctx, { state: state === 'all' ? null : state, words: q, after })
  return {
    state,
    q,
    requests,
    next: next && cursorText(next),
    isFirst: after === null,
    formKey: crypto.randomUUID() as string,
  } as const
})

export const action = pageAction(
  onlyJob((ctx, form, args: Route.ActionArgs) => {
    requireStaff(ctx)
    return job(removeRequest, {
      at: fieldOfRequest,
      done: () =>
        redirectWithFlash(
          `/admin/requests${new URL(args.request.url).search}`,
          'リクエストを取り下げ、飲食店に理由を通知しました。',
        ),
    })(ctx, form, args)
  }),
)

/** The requests of chefs, and a form to remove improper ones. */
export default function StaffRequestsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { state, q, requests, next, isFirst } = loaderData
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const found = (more: Record<string, string>) => `?${new URLSearchParams({ state, q, ...more })}`
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-h2 font-bold">リクエスト</h1>
      <nav aria-label="状態" className="flex flex-wrap gap-2">
        {shownStates.map((each) => (
          <Link
            key={each}
            to={found({ state: each })}
            className="chip"
            aria-current={each === state ? 'page' : undefined}
          >
            {each === 'all' ? 'すべて' : requestStateWord[each]}
          </Link>
        ))}
      </nav>
      <Form method="get" role="search" className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="state" value={state} />
        <TextField label="キーワード・店名" name="q" type="search" maxLength={60} defaultValue={q} />
        <Button kind="line">検索</Button>
      </Form>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      {requests.length === 0 ? (
        <EmptyState>該当するリクエストはありません</EmptyState>
      ) : (
        <ul className="card grid grid-cols-1">
          {requests.map((request) => (
            <Row
              key={request.id}
              request={request}
              formKey={loaderData.formKey}
              problem={problem?.typed.requestId === request.id ? problem : undefined}
            />
          ))}
        </ul>
      )}
      <nav aria-label="ページ" className="flex flex-wrap gap-3">
        {!isFirst && (
          <ButtonLink kind="line" to={found({})}>
            先頭へ戻る
          </ButtonLink>
        )}
        {next && (
          <ButtonLink kind="line" to={found({ after: next })}>
            次の50件
          </ButtonLink>
        )}
      </nav>
    </div>
  )
}

type RowProps = {
  request: StaffRequest
  formKey: string
  problem: { fields: Record<string, string>; typed: Record<string, string> } | undefined
}

function Row({ request, formKey, problem }: RowProps) {
  const busy = useNavigation().formData?.get('requestId') === request.id
  return (
    <li className="grid grid-cols-1 gap-2 border-t border-line px-4 py-3 first:border-t-0">
      <div className="grid grid-cols-1 gap-x-4 gap-y-1 lg:grid-cols-[8rem_1fr_1fr_11rem]">
        <span className="text-sub tabular-nums">{formatMoment(request.createdAt)}</span>
        <span className="min-w-0 wrap-anywhere">
          <b>
            {request.words} {request.qty}
            {request.unit}
          </b>
          <span className="block text-sub text-ink-2">
            {categoryWord[request.category]}・
            <Days days={request.days} />
            {request.ceilingYen !== null && `・${formatYen(request.ceilingYen)}まで`}
          </span>
          {request.note && <span className="block text-sub">{request.note}</span>}
          {request.removedReason && <span className="block text-sub">理由：{request.removedReason}</span>}
        </span>
        <span className="min-w-0">
          <Link to={`/admin/users/restaurant-${request.restaurantId}`} className="prose-link">
            {request.restaurant}
          </Link>
          <span className="block text-sub text-ink-2">
            {request.place}・{request.told}農園に通知、回答 {request.offers}
          </span>
        </span>
        <span>
          <Badge tone={request.state === 'open' ? 'pine' : 'line'}>{requestStateWord[request.state]}</Badge>
        </span>
      </div>
      {request.state === 'open' && (
        <May to="request.remove">
          <Disclosure summary="取り下げる" open={problem !== undefined || undefined}>
            <Form method="post" className="grid max-w-[36rem] grid-cols-1 gap-3">
              <input type="hidden" name="key" value={formKey} />
              <input type="hidden" name="requestId" value={request.id} />
              <TextArea
                label="理由（飲食店に通知されます）"
                name="reason"
                need="required"
                rows={2}
                maxLength={300}
                defaultValue={problem?.typed.reason}
                error={problem?.fields.reason}
              />
              <p>
                <Button kind="danger" busy={busy}>
                  リクエストを取り下げる
                </Button>
              </p>
            </Form>
          </Disclosure>
        </May>
      )}
    </li>
  )
}
