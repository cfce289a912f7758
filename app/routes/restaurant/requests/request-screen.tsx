import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatDay, formatDeadline, formatYen } from '#kernel/format.ts'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { methodWord, temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import type { ShownAnswer } from '#modules/sourcing/own-requests.server.ts'
import { boxSizeWord, requestStateWord } from '#modules/sourcing/request-labels.ts'
import { Days } from '#modules/sourcing/ui/days.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Explained } from '#ui/explained.tsx'
import { Link } from '#ui/link.tsx'
import { CartonLines, Crest } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/request.ts'
import { RequestFields } from './request-fields.tsx'

type Loaded = Route.ComponentProps['loaderData']
type Problem = NonNullable<Route.ComponentProps['actionData']>['problem']

export default function RequestScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { request, form } = loaderData
  const problem = actionData?.problem
  return (
    <>
      <PageBar back="/restaurant/requests" backLabel="リクエストへ戻る">
        <h1 className="min-w-0 text-h4 font-bold wrap-anywhere lg:text-h2">
          {request.words} <span className="num">{request.qty}</span>
          {request.unit}
        </h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-5 px-3.5 pt-4 pb-12 lg:px-8">
        {problem && <ProblemNotice problem={problem} />}
        <Asked it={loaderData} />
        <Answers it={loaderData} />
        {form && <Change it={loaderData} form={form} problem={problem} />}
        {request.open && <Withdraw it={loaderData} />}
      </div>
    </>
  )
}

function Asked({ it: { request, now } }: { it: Loaded }) {
  return (
    <section aria-label="リクエストの内容" className="card grid grid-cols-1 gap-3 p-4">
      <p className="flex flex-wrap gap-2">
        <Badge tone={request.state === 'open' ? 'pine' : 'line'}>
          {request.state === 'open' && request.offers > 0 ? '選択できます' : requestStateWord[request.state]}
        </Badge>
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 leading-snug">
        <Fact what="お届け希望日">
          <Days days={request.days} />
        </Fact>
        <Fact what="届け先">{request.kitchen}</Fact>
        {request.ceilingYen !== null && (
          <Fact what="予算">
            <span className="whitespace-nowrap">{formatYen(request.ceilingYen)}まで</span>
            <span className="inline-block">（税・送料込）</span>
          </Fact>
        )}
        {request.method && (
          <Fact what="栽培">
            <Explained>{methodWord[request.method]}</Explained>
          </Fact>
        )}
        {request.note && <Fact what="メッセージ">{request.note}</Fact>}
        <Fact what="回答">
          {request.told}農園に送信・
          <span className="inline-block">
            出荷可 {request.offers}・出荷不可 {request.declined}
          </span>
        </Fact>
        {request.open && (
          <Fact what="時刻">
            回答は<span className="inline-block">{formatDeadline(request.answerUntil, now)}まで</span>
            {request.offers > 0 &&
              request.lastOrderAt > request.answerUntil &&
              `、選択は${formatDeadline(request.lastOrderAt, now)}まで`}
          </Fact>
        )}
        <Fact what="依頼者">{request.by}さん</Fact>
      </dl>
      {request.removedReason && <Notice tone="akane">運営からの理由：{request.removedReason}</Notice>}
      {request.purchaseId && (
        <p>
          <ButtonLink to={`/restaurant/order/completed/${request.purchaseId}`}>注文を見る</ButtonLink>
        </p>
      )}
    </section>
  )
}

const Fact = ({ what, children }: { what: string; children: ReactNode }) => (
  <>
    <dt className="text-sub text-ink-2">{what}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)

/** The answers as cards side by side, the cheapest for the kitchen first. */
function Answers({ it }: { it: Loaded }) {
  const { request } = it
  if (request.answers.length === 0)
    return request.open ? (
      <EmptyState>まだ回答がありません。回答が届いたら、お知らせします。</EmptyState>
    ) : (
      <EmptyState
        action={
          <ButtonLink to={`/restaurant/requests?q=${encodeURIComponent(request.words)}`}>もう一度依頼する</ButtonLink>
        }
      >
        出荷できるという回答はありませんでした。
      </EmptyState>
    )
  return (
    <section aria-labelledby="answers" className="grid grid-cols-1 gap-3">
      <h2 id="answers" className="text-h4 font-bold">
        農園の回答
      </h2>
      <ul className="grid grid-cols-1 items-start gap-4 md:grid-cols-2 lg:grid-cols-3">
        {request.answers.map((answer) => (
          <li key={answer.id}>
            <Answer answer={answer} it={it} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Answer({ answer, it: { request, now, formKey, limitYen } }: { answer: ShownAnswer; it: Loaded }) {
  const busy = useNavigation().formData?.get('answer') === answer.id
  const over = limitYen !== null && answer.totalYen > limitYen
  const taken = request.acceptedAnswerId === answer.id
  return (
    <article className="card" aria-label={`${answer.farm.name}の回答`}>
      <CartonLines category={request.category} />
      <div className="grid grid-cols-1 gap-3 p-4">
        <Link to={`/restaurant/farmers/${answer.farm.id}`} className="flex min-h-11 items-center gap-3">
          <Crest kanji={answer.farm.crest} />
          <span className="grid min-w-0 leading-snug">
            <b className="underline">{answer.farm.name}</b>
            <span className="text-sub text-ink-2">{answer.farm.place}</span>
          </span>
        </Link>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 leading-snug">
          <Fact what="価格">
            1{request.unit} <b className="num">{formatYen(answer.priceYen)}</b>（税抜）
          </Fact>
          <Fact what="数量">
            <b className="num">{answer.qty}</b>
            {request.unit}
            {answer.qty < request.qty && `（リクエストは${request.qty}${request.unit}）`}
          </Fact>
          <Fact what="お届け日">
            <b>{formatDay(answer.deliveryOn)}</b>
          </Fact>
          <Fact what="栽培方法">
            <Explained>{methodWord[answer.method]}</Explained>
          </Fact>
          <Fact what="配送方法">
            {temperatureWord[answer.temperature]}・{boxSizeWord(answer.boxSize)}
          </Fact>
          {request.open && (
            <>
              <Fact what="商品代">
                <span className="num">{formatYen(answer.goodsYen)}</span>
              </Fact>
              <Fact what="送料">
                <span className="num">{formatYen(answer.freightYen)}</span>
                {answer.joins && `（注文 ${answer.joins} とまとめてお届けします）`}
              </Fact>
              <Fact what="税">
                <span className="num">{formatYen(answer.taxYen)}</span>
              </Fact>
            </>
          )}
        </dl>
        {answer.words && <p className="border-s-4 border-line ps-3 wrap-anywhere">{answer.words}</p>}
        {request.open && (
          <>
            <p className="flex flex-wrap items-baseline gap-x-2 border-t border-line pt-3">
              合計 <b className="num text-h3">{formatYen(answer.totalYen)}</b>
              <span className="text-sub text-ink-2">（税・送料込）</span>
              {answer.aboveCeiling && <Badge tone="kaki">予算を超えます</Badge>}
            </p>
            {answer.hindered ? (
              <Notice tone="tag">{answer.hindered}</Notice>
            ) : (
              <Form method="post" className="grid grid-cols-1 gap-2">
                <input type="hidden" name="intent" value="accept" />
                <input type="hidden" name="key" value={formKey} />
                <input type="hidden" name="answerId" value={answer.id} />
                <input type="hidden" name="version" value={answer.version} />
                <input type="hidden" name="seenTotalYen" value={answer.totalYen} />
                <Button kind="kaki" size="lg" busy={busy}>
                  {over ? '店長に承認を依頼する' : 'この農園に注文する'}
                </Button>
                {answer.cutoffAt && (
                  <p className="text-sub text-ink-2">
                    締切 {formatDeadline(answer.cutoffAt, now)}。それまでは無料で変更・キャンセルできます。
                  </p>
                )}
              </Form>
            )}
          </>
        )}
        {taken && <Badge tone="pine">注文しました</Badge>}
      </div>
    </article>
  )
}

type Asking = NonNullable<Loaded['form']>

function Change({ it, form, problem }: { it: Loaded; form: Asking; problem: Problem | undefined }) {
  const { request, formKey, now } = it
  const mine = problem?.typed.intent === 'change' ? problem : undefined
  const busy = useNavigation().formData?.get('intent') === 'change'
  return (
    <Disclosure summary="内容を変更" open={mine !== undefined || undefined}>
      <Form key={request.version} method="post" noValidate className="grid max-w-[42rem] grid-cols-1 gap-5">
        <input type="hidden" name="intent" value="change" />
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="version" value={request.version} />
        <RequestFields
          form={form}
          now={now}
          errors={mine?.fields ?? {}}
          values={
            mine?.typed ?? {
              words: request.words,
              qty: String(request.qty),
              unit: request.unit,
              days: request.days.join(','),
              answerUntil: request.answerUntil < request.lastOrderAt ? request.answerUntil.toISOString() : '',
              category: request.itemKey ? '' : request.category,
              ceilingYen: request.ceilingYen === null ? '' : String(request.ceilingYen),
              method: request.method ?? '',
              note: request.note,
            }
          }
        />
        <p>
          <Button busy={busy}>この内容に変更する</Button>
        </p>
      </Form>
    </Disclosure>
  )
}

function Withdraw({ it: { formKey } }: { it: Loaded }) {
  const busy = useNavigation().formData?.get('intent') === 'withdraw'
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="withdraw" />
      <input type="hidden" name="key" value={formKey} />
      <Button kind="danger" busy={busy}>
        リクエストを取り下げる
      </Button>
    </Form>
  )
}
