import { data } from 'react-router'
import { Forbidden, NotFound, Unauthenticated, ViewOnly } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { goodsRefusalText } from '#modules/goods/refusal-text.ts'
import { changeRows, stepStock } from '#modules/goods/state-stock.server.ts'
import { fieldsToMend, formOf, typedIn } from '../form.ts'
import { requestCtx } from '../request-context.ts'
import type { Route } from './+types/goods-stock.ts'

const mostStock = 9_999

/**
 * One word about a stock, as the list keeps it on the device until it has arrived: a step from wherever the number is, or
 * a number that was typed over the one that was seen. Answered in JSON: how many there are now, or a sentence.
 */
export async function action(args: Route.ActionArgs): Promise<Response> {
  try {
    return await changed(args)
  } catch (error) {
    const said = knownSentence(error)
    if (!said) throw error
    return Response.json({ sentence: said.sentence }, { status: said.status })
  }
}

async function changed({ request, context }: Route.ActionArgs): Promise<Response> {
  const ctx = context.get(requestCtx)
  const sent = typedIn(await formOf(request))
  const id = parseId<'product'>(sent.id)
  const [by, to, seen] = [wholeNumber(sent.by), parseWholeNumber(sent.to), parseWholeNumber(sent.seen)]
  const key = sent.key ?? ''
  if (!id || !/^[0-9a-f-]{36}$/.test(key)) return Response.json({}, { status: 400 })
  if (by !== null && Math.abs(by) <= mostStock) {
    const done = await stepStock(ctx, { id, by, key })
    return done.ok ? Response.json(done.value) : refused(goodsRefusalText(done.refusal, done.detail))
  }
  if (to === null || to > mostStock || seen === null) return Response.json({}, { status: 400 })
  const done = await changeRows(ctx, { key, rows: [{ id, stock: { to, seen } }] })
  if (done.ok) return Response.json({ stock: to })
  if (done.refusal !== 'rows') return refused(goodsRefusalText(done.refusal))
  const [row] = done.rows
  return refused(row ? goodsRefusalText(row.refusal, { now: row.now ?? 0 }) : fieldsToMend)
}

const refused = (sentence: string) => Response.json({ sentence }, { status: 409 })

/** −3 and 12; null for what is no whole number. */
const wholeNumber = (text: string | undefined): number | null => (/^-?\d{1,5}$/.test(text ?? '') ? Number(text) : null)

function knownSentence(error: unknown): { sentence: string; status: number } | null {
  if (error instanceof Unauthenticated) return { sentence: 'サインインが切れました。', status: 401 }
  if (error instanceof ViewOnly) return { sentence: error.message, status: 403 }
  if (error instanceof Forbidden) return { sentence: '在庫を変える権限がありません。', status: 403 }
  return error instanceof NotFound
    ? { sentence: '商品が見つかりません。画面を開き直してください。', status: 404 }
    : null
}

export const loader = () => {
  throw data(null, { status: 405 })
}
