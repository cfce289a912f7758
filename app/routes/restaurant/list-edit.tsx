import { redirect } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#access/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type ProductId, parseId, type UsualListId } from '#kernel/ids.ts'
import { jstDateOf, weekdayOf } from '#kernel/jst.ts'
import type { Result } from '#kernel/result.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import {
  placeUsualLines,
  removeList,
  removeUsualLine,
  renameList,
  setUsualLine,
} from '#modules/lists/change-list.server.ts'
import { fieldOfList, type ListRefusal, listRefusalText } from '#modules/lists/refusal-text.ts'
import { oftenOrdered, usualList } from '#modules/lists/usual-lists.server.ts'
import { stayWhenOffline } from '../farm/stay-when-offline.ts'
import { formOf, refused, staleForm } from '../form.ts'
import { redirectWithNotice } from '../notice.server.ts'
import { page, pageAction } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import type { Route } from './+types/list-edit.ts'
import ListEditScreen from './list-edit-screen.tsx'
import { weekdaysIn } from './weekdays-in.ts'

export const meta = () => ownMeta('リストを直す')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

const idOf = (params: { id: string }): UsualListId => {
  const id = parseId<'usualList'>(params.id)
  if (!id) throw new NotFound('list')
  return id
}

/** The list as it is kept, and what was ordered lately and is not in it. */
export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const list = await usualList(ctx, idOf(params))
  return { list, often: await oftenOrdered(ctx, list.id), today: weekdayOf(jstDateOf(ctx.now)) }
})

const Renamed = z.object({ name: z.string(), version: z.coerce.number().int() })

export const action = pageAction(async (ctx, { request, params }: Route.ActionArgs) => {
  const listId = idOf(params)
  const form = await formOf(request)
  const here = `/restaurant/lists/${listId}`
  switch (form.get('intent')) {
    case 'rename': {
      const sent = Renamed.safeParse({ name: form.get('name'), version: form.get('version') })
      if (!sent.success) return refused(staleForm, form)
      const renamed = await renameList(ctx, { listId, ...sent.data, weekdays: weekdaysIn(form) })
      return renamed.ok ? redirectWithNotice(here, '保存しました。') : said(renamed.refusal, form)
    }
    case 'place': {
      const ids = String(form.get('ids') ?? '').split(',')
      const productIds = ids.flatMap((text) => parseId<'product'>(text) ?? []) as ProductId[]
      return answer(await placeUsualLines(ctx, { listId, productIds }), form, here)
    }
    case 'remove-list': {
      const removed = await removeList(ctx, listId)
      return removed.ok ? redirectWithNotice('/restaurant/lists', 'リストを消しました。') : said(removed.refusal, form)
    }
    default:
      return ofLine(ctx, listId, form)
  }
})

async function ofLine(ctx: Ctx, listId: UsualListId, form: FormData) {
  const productId = parseId<'product'>(form.get('productId')) as ProductId | null
  if (!productId) return refused(staleForm, form)
  const here = `/restaurant/lists/${listId}`
  if (form.get('intent') === 'remove') return answer(await removeUsualLine(ctx, { listId, productId }), form, here)
  if (form.get('intent') !== 'line') return refused(staleForm, form)
  const qty = parseWholeNumber(form.get('qty')) ?? 0
  return answer(await setUsualLine(ctx, { listId, productId, qty, learns: form.get('learns') === 'yes' }), form, here)
}

const answer = (done: Result<unknown, ListRefusal>, form: FormData, here: string) =>
  done.ok ? redirect(here) : said(done.refusal, form)

const said = (refusal: ListRefusal, form: FormData) => {
  const field = fieldOfList[refusal]
  const of = field === 'qty' ? `qty.${form.get('productId')}` : field
  return refused(listRefusalText(refusal), form, of)
}

/** Without a line the page stays, and says that nothing was changed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default ListEditScreen
