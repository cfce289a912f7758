import { useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatDeadline } from '#kernel/format.ts'
import { pictureAddress } from '#kernel/picture-name.ts'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import type { OwnRequest } from '#modules/sourcing/own-requests.server.ts'
import { requestStateWord } from '#modules/sourcing/request-labels.ts'
import { Days } from '#modules/sourcing/ui/days.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DraftOffer, useDraft } from '#ui/form-draft.tsx'
import { Link } from '#ui/link.tsx'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/requests.ts'
import { RequestFields } from './request-fields.tsx'

type Open = Extract<Route.ComponentProps['loaderData'], { state: 'open' }>

export default function RequestsScreen({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem
  return (
    <>
      <PageBar back="/restaurant" backLabel="ホームへ戻る" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">リクエスト</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[42rem] grid-cols-1 gap-5 px-3.5 pt-4 pb-12">
        {problem && <ProblemNotice problem={problem} />}
        <p>
          見つからない食材を、出荷できそうな農園に問い合わせます。価格とお届け日の回答を比較して選択できます。問い合わせは無料です。
        </p>
        {loaderData.state === 'waiting' ? (
          <EmptyState>飲食店が承認されると利用できます。</EmptyState>
        ) : (
          <OpenRequests open={loaderData} problem={problem} />
        )}
      </div>
    </>
  )
}

type Problem = NonNullable<Route.ComponentProps['actionData']>['problem']

function OpenRequests({ open, problem }: { open: Open; problem: Problem | undefined }) {
  const [waiting, over] = [
    open.requests.filter(({ state }) => state === 'open'),
    open.requests.filter(({ state }) => state !== 'open'),
  ]
  const first = waiting.length === 0 || open.wanted !== '' || problem !== undefined
  return (
    <>
      {waiting.length > 0 && <List label="回答待ち" requests={waiting} now={open.now} />}
      <Disclosure
        summary={waiting.length === 0 ? 'リクエストする' : '他の食材をリクエストする'}
        open={first || undefined}
      >
        <Ask open={open} problem={problem} />
      </Disclosure>
      {over.length > 0 && <List label="終了分" requests={over} now={open.now} />}
    </>
  )
}

function Ask({ open, problem }: { open: Open; problem: Problem | undefined }) {
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft('request', form)
  // what is typed outlives a page that is loaded again; and what may have arrived is not asked twice: success leaves the page
  const [formKey] = useState(open.formKey)
  const busy = useNavigation().formData?.get('key') === formKey
  return (
    <Form ref={form} method="post" noValidate className="grid grid-cols-1 gap-5">
      <DraftOffer draft={draft} />
      <input type="hidden" name="key" value={formKey} />
      <RequestFields
        form={open.form}
        values={problem?.typed ?? { words: open.wanted }}
        errors={problem?.fields ?? {}}
        now={open.now}
      />
      <p className="text-sub text-ink-2">
        お届け先は{open.form.kitchen}です。店名は、注文するまで農園に表示されません。
      </p>
      <p>
        <Button size="lg" busy={busy}>
          農園に問い合わせる
        </Button>
      </p>
    </Form>
  )
}

const List = ({ label, requests, now }: { label: string; requests: readonly OwnRequest[]; now: Date }) => (
  <section aria-label={label} className="grid grid-cols-1 gap-2">
    <h2 className="text-h4 font-bold">{label}</h2>
    <ul className="card">
      {requests.map((request) => (
        <li key={request.id} className="border-t border-line first:border-t-0">
          <Link
            to={`/restaurant/requests/${request.id}`}
            className="flex min-h-18 items-center gap-3 px-3 py-2 hover:bg-pine-tint"
          >
            <img
              src={pictureAddress(request.picture, 160)}
              width={56}
              height={56}
              alt=""
              className="photo size-14 shrink-0 rounded-control object-cover"
            />
            <span className="grid min-w-0 grow leading-snug">
              <b className="wrap-anywhere">
                {request.words} <span className="num">{request.qty}</span>
                {request.unit}
              </b>
              <span className="text-sub text-ink-2">
                <Days days={request.days} />に
              </span>
              <span className="text-sub text-ink-2">
                <Stand request={request} now={now} />
              </span>
            </span>
            <Badge tone={toneOf(request)}>{request.offers > 0 ? `回答 ${request.offers}` : '回答なし'}</Badge>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)

const toneOf = ({ state, offers }: OwnRequest) => (state === 'open' && offers > 0 ? 'pine' : 'line')

function Stand({
  request: { state, offers, answerUntil, lastOrderAt, told },
  now,
}: {
  request: OwnRequest
  now: Date
}) {
  if (state !== 'open') return requestStateWord[state]
  if (offers > 0)
    return (
      <>
        <span className="whitespace-nowrap">{formatDeadline(lastOrderAt, now)}</span>までに
        <span className="inline-block">選択できます</span>
      </>
    )
  return (
    <>
      {told}農園に問い合わせ中・<span className="whitespace-nowrap">{formatDeadline(answerUntil, now)}まで</span>
    </>
  )
}
