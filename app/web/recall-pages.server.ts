import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { CsvCell } from '#kernel/csv.ts'
import { NotFound } from '#kernel/errors.ts'
import { type LotId, parseId, type RecallId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { Text } from '#kernel/schema.ts'
import { dayCursorText, parseDayCursor, readLotFilter } from '#modules/traceability/lot-filter.ts'
import { allLots, farmLots, lotDetail } from '#modules/traceability/lot-lists.server.ts'
import { affectedBy } from '#modules/traceability/recalls/affected.server.ts'
import { hearAnswer } from '#modules/traceability/recalls/answer-recall.server.ts'
import { beginRecall } from '#modules/traceability/recalls/begin-recall.server.ts'
import { closeRecall } from '#modules/traceability/recalls/close-recall.server.ts'
import {
  answerWord,
  fieldOfRecall,
  handlingWord,
  type RecallRefusal,
  recallRefusalText,
} from '#modules/traceability/recalls/recall-labels.ts'
import { recallDetail } from '#modules/traceability/recalls/recall-queries.server.ts'
import { csvFile } from './csv-file.ts'
import { redirectWithFlash } from './flash-message.server.ts'
import { job } from './jobs.server.ts'
import { readForm } from './read-form.server.ts'

/** The pages of lots and recalls are the same for a farm and for staff; the use cases check what each may do. */

type Base = '/farmer' | '/admin'
const perPage = 40

export async function lotsPage(ctx: Ctx, request: Request, base: Base) {
  const search = new URL(request.url).searchParams
  const filter = readLotFilter(search)
  const after = parseDayCursor<'lot'>(search.get('after'))
  const { rows, next } = await (base === '/admin' ? allLots : farmLots)(ctx, { ...filter, after, limit: perPage })
  const mayRecall = rows.some((lot) => can(ctx.actor, 'recall.begin', lot))
  return { lots: rows, next: next && dayCursorText(next), filter, mayRecall }
}

export async function lotPage(ctx: Ctx, request: Request, params: { id: string }) {
  const id = parseId<'lot'>(params.id)
  if (!id) throw new NotFound('lot')
  const after = parseDayCursor<'orderLine'>(new URL(request.url).searchParams.get('after'))
  const { lot, deliveries, next } = await lotDetail(ctx, id, { after })
  return { lot, deliveries, next: next && dayCursorText(next), mayRecall: can(ctx.actor, 'recall.begin', lot) }
}

const lotsIn = (values: readonly unknown[]): LotId[] => values.flatMap((text) => parseId<'lot'>(text) ?? [])

/** Exactly who would be affected; nothing is written. */
export async function newRecallPage(ctx: Ctx, request: Request) {
  const lotIds = lotsIn(new URL(request.url).searchParams.getAll('lot'))
  const asked = lotIds.length > 0 ? await affectedBy(ctx, lotIds) : null
  return {
    affected: asked?.ok ? asked.value : null,
    refusal: asked && !asked.ok ? recallRefusalText(asked.refusal, asked.detail) : null,
    formKey: crypto.randomUUID() as string,
  }
}

const BeginIn = z.object({ ...beginRecall.declaration.input, behalfReason: Text(0, 400).default('') })

export const newRecallJobs = (base: Base) => ({
  begin: job(beginRecall, {
    read: (form) => {
      // what is not clearly meant as a recall is a rehearsal
      if (form.get('rehearsal') !== 'false') form.set('rehearsal', 'true')
      // staff state why they begin it for a farm
      return readForm(base === '/admin' ? BeginIn : z.object(beginRecall.declaration.input), form)
    },
    at: ({ refusal }) => fieldOfRecall[refusal],
    done: ({ id, restaurants }, { rehearsal }) =>
      redirectWithFlash(
        `${base}/recalls/${id}`,
        rehearsal
          ? `回収訓練を開始しました。対象の飲食店は${restaurants}店です。連絡は行っていません。`
          : `回収を開始しました。${restaurants}店に連絡しました。`,
      ),
  }),
})

export function recallIn(params: { id: string }): RecallId {
  const id = parseId<'recall'>(params.id)
  if (!id) throw new NotFound('recall')
  return id
}

export async function recallPage(ctx: Ctx, params: { id: string }) {
  const recall = await recallDetail(ctx, recallIn(params))
  return {
    recall,
    mayHear: can(ctx.actor, 'recall.hear', recall),
    mayClose: can(ctx.actor, 'recall.close', recall),
    /** One key for the report, and one for the answer of each restaurant. */
    closeKey: crypto.randomUUID() as string,
    hearKeys: Object.fromEntries(
      recall.targets.map(({ restaurantId }) => [restaurantId, crypto.randomUUID() as string]),
    ),
  }
}

export function recallJobs(base: Base) {
  const there = {
    fields: ({ params }: { request: Request; params: { id: string } }) => ({ recallId: recallIn(params) }),
    at: ({ refusal }: { refusal: RecallRefusal }) => fieldOfRecall[refusal],
  }
  const here = ({ recallId }: { recallId: RecallId }, said: string) =>
    redirectWithFlash(`${base}/recalls/${recallId}`, said)
  return {
    close: job(closeRecall, { ...there, done: (closed) => here(closed, '終了しました。') }),
    hear: job(hearAnswer, { ...there, done: (heard) => here(heard, '回答を記録しました。') }),
  }
}

const head = [
  '番号',
  '訓練',
  '飲食店',
  '店舗',
  '電話',
  '数量',
  '最終納品日',
  '対応方法',
  '連絡した時刻',
  '連絡した人数',
  '既読日時',
  '既読者',
  '回答',
  '回答日時',
  '回答者',
  '電話での回答',
  'メモ',
]

/** The affected kitchens, as a file for those who make the calls. */
export async function recallCsv(ctx: Ctx, params: { id: string }): Promise<Response> {
  const recall = await recallDetail(ctx, recallIn(params))
  const rows = recall.targets.flatMap((target) =>
    target.kitchens.map((kitchen): CsvCell[] => [
      recall.number,
      recall.rehearsal ? '訓練' : '',
      target.restaurant,
      kitchen.name,
      kitchen.phone,
      kitchen.qty,
      kitchen.lastOn,
      handlingWord[recall.handling],
      target.toldAt,
      target.toldPeople,
      target.readAt,
      target.readBy,
      target.answer && answerWord[target.answer],
      target.answeredAt,
      target.saidBy,
      target.heard ? '〇' : '',
      target.note,
    ]),
  )
  return csvFile({
    name: `kaishu-${recall.number}-${jstDateOf(ctx.now)}`,
    head,
    cells: (row: CsvCell[]) => row,
    chunks: inOne(rows),
  })
}

async function* inOne<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}
