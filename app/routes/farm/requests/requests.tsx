import { ChevronRight } from 'lucide-react'
import { formatDeadline, formatMonth } from '#kernel/format.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import type { AskedRequest } from '#modules/sourcing/asked-requests.server.ts'
import { askedRequests } from '#modules/sourcing/asked-requests.server.ts'
import type { Demand } from '#modules/sourcing/demand.server.ts'
import { demand } from '#modules/sourcing/demand.server.ts'
import { leastShops } from '#modules/sourcing/demand-labels.ts'
import { answerStateWord, requestStateWord } from '#modules/sourcing/request-labels.ts'
import { Days } from '#modules/sourcing/ui/days.tsx'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/requests.ts'

export const meta = () => ownMeta('リクエスト')

/** Requests to this farm; `?tab=demand`: what chefs look for in general. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  if (new URL(request.url).searchParams.get('tab') === 'demand')
    return { tab: 'demand' as const, demand: await demand(ctx) }
  return { tab: 'asked' as const, now: ctx.now, requests: await askedRequests(ctx) }
})

const tabs = [
  { tab: 'asked', to: '/farmer/requests', word: '届いたリクエスト' },
  { tab: 'demand', to: '/farmer/requests?tab=demand', word: '料理人が探しているもの' },
] as const

export default function FarmRequestsScreen({ loaderData, matches }: Route.ComponentProps) {
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2 font-bold">リクエスト</h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-5 p-4 pb-24 lg:px-8">
        <nav aria-label="リクエスト" className="flex flex-wrap gap-2">
          {tabs.map(({ tab, to, word }) => (
            <Link
              key={tab}
              to={to}
              className="chip max-w-full whitespace-normal"
              aria-current={tab === loaderData.tab ? 'page' : undefined}
            >
              {word}
            </Link>
          ))}
        </nav>
        {loaderData.tab === 'asked' ? (
          <Asked requests={loaderData.requests} now={loaderData.now} />
        ) : (
          <WhatChefsLookFor demand={loaderData.demand} />
        )}
      </div>
    </>
  )
}

function Asked({ requests, now }: { requests: readonly AskedRequest[]; now: Date }) {
  if (requests.length === 0)
    return <EmptyState>料理人からのリクエストのうち、出荷できそうなものがここに届きます。まだありません。</EmptyState>
  return (
    <ul className="card">
      {requests.map((request) => (
        <li key={request.id} className="border-t border-line first:border-t-0">
          <Link
            to={`/farmer/requests/${request.id}`}
            className="flex min-h-18 items-center gap-3 px-4 py-3 hover:bg-pine-tint"
          >
            <span className="grid min-w-0 grow justify-items-start gap-1">
              <b className="text-h4 wrap-anywhere">
                {request.words} <span className="num">{request.qty}</span>
                {request.unit}
              </b>
              <span>
                <Days days={request.days} />・<span className="inline-block">{request.place}</span>
              </span>
              {isWaiting(request, now) && (
                <span className="font-bold text-kaki-ink">
                  <span className="whitespace-nowrap">{formatDeadline(request.answerUntil, now)}</span>までに回答
                </span>
              )}
              <Badge tone={toneOf(request, now)}>{wordOf(request, now)}</Badge>
            </span>
            <ChevronRight aria-hidden="true" className="shrink-0 text-ink-3" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const isWaiting = ({ open, answer, answerUntil }: AskedRequest, now: Date) =>
  open && answer === null && now <= answerUntil

function wordOf(request: AskedRequest, now: Date): string {
  const { open, answer, taken, state } = request
  // an owner may still have to approve it
  if (taken) return '選択されました'
  if (!open)
    return state === 'accepted' ? '他の農園に決まりました' : requestStateWord[state === 'open' ? 'expired' : state]
  if (answer) return answerStateWord[answer.state]
  return isWaiting(request, now) ? '回答待ち' : requestStateWord.expired
}

const toneOf = (request: AskedRequest, now: Date) => {
  if (request.taken) return 'pine'
  return isWaiting(request, now) ? 'kaki' : 'line'
}

function WhatChefsLookFor({ demand: { kinds, months } }: { demand: Demand }) {
  return (
    <>
      <p className="text-lead">
        直近{months}か月に料理人が探した食材です。{leastShops}
        店以上が探したもののみを、集計して表示しています。
      </p>
      {kinds.length === 0 ? (
        <EmptyState>集計して表示できる件数のリクエストが、まだありません。</EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          {kinds.map((kind) => (
            <li key={`${kind.category} ${kind.name}`} className="card grid grid-cols-1 content-start gap-3 p-4">
              <h2 className="text-h4 font-bold">{kind.name}</h2>
              <p className="text-lead">
                <b className="num">{kind.requests}</b>回・<b className="num">{kind.shops}</b>店
                <span className="block text-body text-ink-2">
                  {kind.ordered === 0
                    ? 'まだ、どの農園の受注にもなっていません'
                    : `うち注文になったもの ${kind.ordered}回`}
                </span>
              </p>
              <Figures label="月" figures={kind.byMonth.map(({ month, requests }) => [formatMonth(month), requests])} />
              <Figures label="地方" figures={kind.byRegion.map(({ region, requests }) => [region, requests])} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Figures({ label, figures }: { label: string; figures: readonly (readonly [string, number])[] }) {
  if (figures.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-1">
      <h3 className="text-sub text-ink-2">{label}別</h3>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {figures.map(([what, requests]) => (
          <li key={what}>
            {what} <b className="num">{requests}</b>回
          </li>
        ))}
      </ul>
    </div>
  )
}
