import { redirect } from 'react-router'
import { z } from 'zod'
import { requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { formatDay } from '#kernel/format.ts'
import { type ProductId, parseId } from '#kernel/ids.ts'
import { addDays, jstDateOf, parseJstDate } from '#kernel/jst.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import { Text, Whole } from '#kernel/schema.ts'
import { dayRefusalText } from '#kernel/typed-day.ts'
import {
  changeHarvest,
  ownHarvests,
  promiseHarvest,
  repeatHarvest,
  withdrawHarvest,
} from '#modules/products/harvest/harvest.server.ts'
import { addLot, askedLotFacts, changeLot, ownLots } from '#modules/products/harvest/lots.server.ts'
import { promiseOfOneDay } from '#modules/products/harvest/one-day.ts'
import { ownGoods } from '#modules/products/own-products.server.ts'
import { goodsRefusalText, sentencesIn } from '#modules/products/refusal-text.ts'
import { periodText } from '#modules/products/vacation/vacation.ts'
import { lotCodeOf } from '#modules/traceability/lot.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, formKey, invalid, shownAgain } from '#web/form.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { copyOf, type ReadForm, readForm } from '#web/read-form.server.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/harvest.ts'
import HarvestPage from './harvest-screen.tsx'

export const meta = () => ownMeta('収穫')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  const harvests = await ownHarvests(ctx)
  const search = new URL(request.url).searchParams
  const asked = parseId<'product'>(search.get('product'))
  const chosen = harvests.find(({ id }) => id === asked) ?? harvests[0] ?? null
  const askedDay = parseJstDate(search.get('day'))
  const today = jstDateOf(ctx.now)
  const goods = await ownGoods(ctx, 'listed')
  return {
    harvests,
    chosen,
    /** The selected day. */
    day: chosen?.days.find(({ day }) => day === askedDay) ?? null,
    /** The latest promise; one press undoes it. */
    done: chosen?.windows.find(({ id }) => id === search.get('done')) ?? null,
    lots: await ownLots(ctx),
    lotFacts: await askedLotFacts(ctx),
    goods: goods.map(({ id, name }) => ({ id, name })),
    today,
    furthest: furthestOf(ctx),
    todaysCode: lotCodeOf(today),
    mayPromise: can(ctx.actor, 'goods.change', { farmId }),
    mayRecord: can(ctx.actor, 'goods.harvested', { farmId }),
    formKey: crypto.randomUUID() as string,
    sameKey: crypto.randomUUID() as string,
  }
})

const hereOf = (productId: ProductId) => `/farmer/harvest?product=${productId}`
const sentenceAt = (field: string) => () => field

/** A single day: so many, or half of them if it rains. */
const oneDay = { qty: Whole({ min: 1, max: 9_999 }), half: z.boolean().default(false), note: Text(0, 100).default('') }
const { productId, from: day } = promiseHarvest.declaration.input
const NewDay = z.object({ productId, day, ...oneDay })
const { id, version } = changeHarvest.declaration.input
const SameDay = z.object({ id, version, ...oneDay })

const belowMost = ({ leastQty, mostQty }: { leastQty: number; mostQty: number }, issue: z.RefinementCtx) => {
  if (leastQty > mostQty)
    issue.addIssue({
      code: 'custom',
      path: ['mostQty'],
      message: `最小の数量（${leastQty}）より大きい数を入力してください`,
    })
}
const NewPromise = z.object(promiseHarvest.declaration.input).superRefine((given, issue) => {
  belowMost(given, issue)
  if (given.to < given.from)
    issue.addIssue({ code: 'custom', path: ['to'], message: '終了日は、開始日より後にしてください' })
})
const Change = z.object(changeHarvest.declaration.input).superRefine(belowMost)

/** The days that the page offers: a year is soon mistyped, and the quantity is on sale at once. */
const furthestOf = (ctx: Ctx) => addDays(jstDateOf(ctx.now), 180)

function soonEnough(read: ReadForm<z.output<typeof NewPromise>>, form: FormData, ctx: Ctx): typeof read {
  if (!read.ok) return read
  const late = (['from', 'to'] as const).filter((name) => read.value[name] > furthestOf(ctx))
  if (late.length === 0) return read
  const fields = Object.fromEntries(late.map((name) => [name, dayRefusalText('too_late')]))
  return { ok: false, problem: { fields, summary: fieldsToMend, typed: shownAgain(form) } }
}

/** Empty fields: the least is as many as the most, and the last day is the first. */
function filled(form: FormData): FormData {
  const copy = copyOf(form)
  for (const [name, like] of [
    ['leastQty', 'mostQty'],
    ['to', 'from'],
  ] as const)
    copy.set(name, form.get(name) || form.get(like) || '')
  return copy
}

export const action = pageAction(
  jobs({
    lot: job(addLot, {
      at: ({ refusal }) => fieldOfLot[refusal],
      instead: atLotFields,
      done: ({ warning }) => redirectWithFlash('/farmer/harvest#lots', `収穫を記録しました。${warning ?? ''}`),
    }),
    lotFacts: job(changeLot, {
      instead: atLotFields,
      done: ({ warning }) => redirectWithFlash('/farmer/harvest#lots', `食品表示を保存しました。${warning ?? ''}`),
    }),
    withdraw: job(withdrawHarvest, {
      done: ({ productId }) =>
        redirectWithFlash(hereOf(productId), '見込みを取り消しました。すでに入っている注文は変わりません。'),
    }),
    same: async (ctx: Ctx, form: FormData) => {
      const asked = readForm(z.object({ ...repeatHarvest.declaration.input, key: formKey() }), form)
      if (!asked.ok) return invalid(asked.problem)
      const here = hereOf(asked.value.productId)
      const done = await repeatHarvest(ctx, asked.value)
      // submitted on an outdated page: nothing was typed, so the current page is shown
      return done.ok
        ? redirect(`${here}&done=${done.value.id}#days`)
        : redirectWithFlash(`${here}#days`, goodsRefusalText(done.refusal, done.detail))
    },
    day: job(promiseHarvest, {
      read: (form) => {
        const read = readForm(NewDay, form)
        if (!read.ok) return read
        const { productId, day, qty, half, note } = read.value
        return { ok: true, value: { productId, from: day, to: day, ...promiseOfOneDay(qty, half, note) } }
      },
      at: sentenceAt('qty'),
      done: ({ id }, { productId }) => redirect(`${hereOf(productId)}&done=${id}#days`),
    }),
    changeDay: job(changeHarvest, {
      read: (form) => {
        const read = readForm(SameDay, form)
        if (!read.ok) return read
        const { id, version, qty, half, note } = read.value
        return { ok: true, value: { id, version, ...promiseOfOneDay(qty, half, note) } }
      },
      at: sentenceAt('qty'),
      done: ({ productId, from }) =>
        redirectWithFlash(`${hereOf(productId)}#days`, `${formatDay(from)}の見込みを変更しました。`),
    }),
    change: job(changeHarvest, {
      read: (form) => readForm(Change, filled(form), form),
      at: sentenceAt('mostQty'),
      done: ({ productId, promised }) =>
        redirectWithFlash(hereOf(productId), `見込みを変更しました。${promised}まで受注します。`),
    }),
    add: job(promiseHarvest, {
      read: (form, _, ctx) => soonEnough(readForm(NewPromise, filled(form), form), form, ctx),
      at: sentenceAt('from'),
      done: (_, { productId, ...days }) =>
        redirectWithFlash(hereOf(productId), `${periodText(days)}の見込みを登録しました。`),
    }),
  }),
)

/** A mistake in the facts of a label stands at its field. */
function atLotFields({ refusal, detail }: { refusal: string; detail?: RefusalDetail }, form: FormData) {
  if (refusal !== 'wrong_fields') return null
  return invalid({ fields: sentencesIn(detail), summary: fieldsToMend, typed: shownAgain(form) })
}

const fieldOfLot: Readonly<Record<string, string>> = {
  lot_known: 'code',
  harvested_too_early: 'harvestedOn',
  harvested_too_late: 'harvestedOn',
  best_before_past: 'bestBeforeOn',
}

/** Offline the page stays unchanged, with everything that was typed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default HarvestPage
