import { z } from 'zod'
import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { parseJstDate } from '#kernel/jst.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { harvestShare, shareHarvest } from '#modules/ordering/share-harvest.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formKey, formOf, invalid, parseForm, refused, staleForm } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/harvest-share.ts'
import HarvestShareScreen from './harvest-share-screen.tsx'

export const meta = () => ownMeta('不足した収穫の配分')

/** The number in the address is asked first, and shows how it would be divided; the second form does it. */
export const loader = page(async (ctx, { params, request }: Route.LoaderArgs) => {
  const about = aboutOf(params)
  const typed = new URL(request.url).searchParams.get('qty')
  const available = typed === null ? null : parseWholeNumber(typed)
  const share = await harvestShare(ctx, { ...about, available: Math.max(0, available ?? 0) })
  return {
    ...share,
    shipOn: about.shipOn,
    typed,
    available: available !== null && available >= 0 ? available : null,
    formKey: crypto.randomUUID(),
  }
})

function aboutOf(params: { id: string; day: string }) {
  const productId = parseId<'product'>(params.id)
  const shipOn = parseJstDate(params.day)
  if (!productId || !shipOn) throw new NotFound('harvest')
  return { productId, shipOn }
}

const Share = z.object({ key: formKey(), qty: z.coerce.number().int().min(0) })

export const action = pageAction(async (ctx, { params, request }: Route.ActionArgs) => {
  const data = await formOf(request)
  const form = parseForm(Share, data)
  if (!form.ok) return invalid({ ...form.problem, summary: staleForm })
  const { key, qty: available } = form.value
  const shared = await shareHarvest(ctx, { ...aboutOf(params), available, key })
  if (!shared.ok) return refused(refusalText(shared.refusal, shared.detail), data)
  const { shortened, asked, ended, late } = shared.value
  const told = [
    shortened > 0 && `${shortened}件の数量を減らしました`,
    asked > 0 && `${asked}件は飲食店に確認中です`,
    ended > 0 && `${ended}件はキャンセルになりました`,
    late > 0 && `${late}件は回答期限を過ぎているため、変更していません`,
  ].filter(Boolean)
  return redirectWithFlash('/farmer/orders?by=item', `${told.join('。')}。`)
})

export default HarvestShareScreen
