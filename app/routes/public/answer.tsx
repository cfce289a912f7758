import { PhoneCall } from 'lucide-react'
import type { RouterContextProvider } from 'react-router'
import { data } from 'react-router'
import { holidayName } from '#kernel/holidays.ts'
import { jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { answerToken } from '#modules/notifications/answer-token.server.ts'
import { placeOf, prefectureWord } from '#modules/ordering/fulfilment/farm-board.server.ts'
import { answerByLink, type LinkAnswer } from '#modules/ordering/magic-links/answer-by-link.server.ts'
import { becameOf, isLinkRefusal, linkRefusalText } from '#modules/ordering/magic-links/link-labels.ts'
import { type LinkParts, lotsForLink, readLink } from '#modules/ordering/magic-links/read-link.server.ts'
import { AnswerLinkScreen } from '#modules/ordering/magic-links/ui/answer-link-screen.tsx'
import { LinkDone } from '#modules/ordering/magic-links/ui/link-done.tsx'
import { substitutesFor } from '#modules/ordering/offers.server.ts'
import { proposableDays } from '#modules/ordering/proposable-days.ts'
import {
  no,
  problemOf,
  readAnswers,
  readPacked,
  readParcels,
  reasonIn,
  versionIn,
} from '#routes/farm/orders/order-form.server.ts'
import { LogoWithName } from '#ui/logo.tsx'
import { formOf, invalid, refused, staleForm } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestCtx, requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/answer.ts'

export const meta = () => ownMeta('注文に回答')

/** Everything a step larger (tokens.css §4). */
export const handle = { role: 'farmer' }

const unkept = { 'cache-control': 'private, no-store' }
export const headers = () => unkept

const partsOf = (context: Readonly<RouterContextProvider>): LinkParts => {
  const { db, now } = context.get(requestCtx)
  return { db, now, encryption: context.get(requestFacts).encryption }
}

/** A page view changes nothing: mail scanners open every link in a mail. */
export const loader = page(async (_, { context, params }: Route.LoaderArgs) => {
  const { phone } = context.get(requestFacts).operator
  const link = await readLink(partsOf(context), params.token)
  if (!link) return data({ phone, open: null, over: null }, { status: 404, headers: unkept })
  const { order, step, refusal, ctx } = link
  if (refusal) {
    const over = { refusal, became: becameOf[order.state], restaurant: order.restaurant.name, number: order.number }
    return data({ phone, open: null, over }, { status: refusal === 'used' ? 200 : 410, headers: unkept })
  }
  const open = {
    step,
    order,
    place: placeOf(order.shipTo),
    prefecture: prefectureWord(order.shipTo),
    deliveryHoliday: holidayName(order.deliveryOn),
    today: jstDateOf(ctx.now),
    now: ctx.now,
    formKey: link.id,
    lots: step === 'pack' ? await lotsForLink(link) : new Map(),
    otherDays: step === 'answer' ? proposableDays(order, ctx.now) : [],
    substitutes: step === 'answer' ? Object.fromEntries(await substitutesFor(ctx, order, order.lines)) : {},
  }
  return data({ phone, open, over: null }, { headers: unkept })
})

export const action = page(async (_, { context, params, request }: Route.ActionArgs) => {
  const form = await formOf(request)
  const answer = answerIn(form)
  if ('problem' in answer) return invalid(answer.problem)
  const { encryption } = context.get(requestFacts)
  const said = await answerByLink(partsOf(context), params.token, answer)
  if (!said) return refused('このリンクは無効です。', form, undefined, 404)
  if (!said.ok) {
    const { refusal } = said
    return isLinkRefusal(refusal) ? refused(linkRefusalText[refusal], form) : no({ ...said, refusal }, form)
  }
  const { next, link } = said.value
  const done = {
    became: becameOf[link.order.state],
    step: link.step,
    today: jstDateOf(link.ctx.now),
    next: next && { step: next.step, token: answerToken(encryption, next.id) },
  }
  return data({ done }, { headers: unkept })
})

/** The forms are those of the farm's own pages; the link says which of them may answer here. */
function answerIn(form: FormData): LinkAnswer | { problem: Parameters<typeof invalid>[0] } {
  switch (form.get('intent')) {
    case 'accept':
      return { say: 'all', version: versionIn(form) }
    case 'acceptPart': {
      const read = readAnswers(form)
      return read.ok ? { say: 'part', lines: read.value, version: versionIn(form) } : { problem: read.problem }
    }
    case 'acceptWithDay': {
      const deliveryOn = parseJstDate(String(form.get('deliveryOn') ?? ''))
      return deliveryOn
        ? { say: 'otherDay', deliveryOn, version: versionIn(form) ?? 0 }
        : { problem: problemOf({ deliveryOn: '提案するお届け日を選択してください。' }, form) }
    }
    case 'decline':
      return { say: 'none', reason: reasonIn(form, 'reason') }
    case 'keep':
      return { say: 'keep' }
    case 'pack': {
      const read = readPacked(form)
      return read.ok ? { say: 'packed', lines: read.value } : { problem: read.problem }
    }
    case 'ship':
      return { say: 'sent', parcels: readParcels(form) }
    default:
      return { problem: { fields: {}, summary: staleForm, typed: {} } }
  }
}

export default function AnswerPage({ loaderData: { open, over, phone }, actionData }: Route.ComponentProps) {
  const done = actionData && 'done' in actionData ? actionData.done : null
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  return (
    <div className="min-h-dvh bg-bg">
      <header className="border-b border-line bg-surface px-4 py-2">
        <LogoWithName />
      </header>
      <main id="main" tabIndex={-1} className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-6 px-4 py-6">
        {done ? (
          <LinkDone {...done} />
        ) : open ? (
          <AnswerLinkScreen {...open} problem={problem} />
        ) : (
          <Over over={over} problem={problem?.summary} />
        )}
        <p className="flex items-start gap-2 border-t border-line pt-4">
          <PhoneCall aria-hidden="true" className="mt-1 shrink-0" />
          <span>
            お困りの場合は、お電話ください：
            <a href={`tel:${phone}`} className="inline-flex min-h-(--target) items-center text-h4 font-bold underline">
              {phone}
            </a>
          </span>
        </p>
      </main>
    </div>
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** Too late, used, or unknown: the current state of the order. */
const Over = ({ over, problem }: Pick<Loaded, 'over'> & { problem: string | undefined }) =>
  over ? (
    <section className="card grid grid-cols-1 gap-3 p-5">
      <h1 className="text-h2 font-bold">{linkRefusalText[over.refusal]}</h1>
      <p className="text-lead font-bold">{over.became}</p>
      <p>
        {over.restaurant}・伝票 <span className="whitespace-nowrap">{over.number}</span>
      </p>
    </section>
  ) : (
    <section className="card grid grid-cols-1 gap-3 p-5">
      <h1 className="text-h2 font-bold">{problem ?? 'このリンクは無効です。'}</h1>
      <p>
        アドレスが途中で切れているか、以前のお知らせのものです。最新のメールまたはLINEから、もう一度開いてください。
      </p>
    </section>
  )
