import { redirect } from 'react-router'
import { z } from 'zod'
import { NotFound } from '#kernel/errors.ts'
import { parseId, type ShoppingListId } from '#kernel/ids.ts'
import { jstDateOf, weekdayOf } from '#kernel/jst.ts'
import {
  placeShoppingListLines,
  removeList,
  removeShoppingListLine,
  renameList,
  setShoppingListLine,
} from '#modules/shopping-lists/change-list.server.ts'
import { fieldOfList } from '#modules/shopping-lists/refusal-text.ts'
import { oftenOrdered, shoppingList } from '#modules/shopping-lists/shopping-lists.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { readForm } from '#web/read-form.server.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/list-edit.ts'
import ListEditScreen from './list-edit-screen.tsx'

export const meta = () => ownMeta('リストを編集')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

const idOf = (params: { id: string }): ShoppingListId => {
  const id = parseId<'shoppingList'>(params.id)
  if (!id) throw new NotFound('list')
  return id
}

/** The stored list, and recently ordered products that are not in it. */
export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const list = await shoppingList(ctx, idOf(params))
  return { list, often: await oftenOrdered(ctx, list.id), today: weekdayOf(jstDateOf(ctx.now)) }
})

const ofList = { fields: ({ params: { id } }: Route.ActionArgs) => ({ listId: id }), at: fieldOfList }
const done = (_: object, { listId }: { listId: ShoppingListId }) => redirect(`/restaurant/lists/${listId}`)

export const action = pageAction(
  jobs({
    rename: job(renameList, {
      ...ofList,
      done: (_, { listId }) => redirectWithFlash(`/restaurant/lists/${listId}`, '保存しました。'),
    }),
    place: job(placeShoppingListLines, { ...ofList, done, read: placedIn }),
    line: job(setShoppingListLine, { ...ofList, done }),
    remove: job(removeShoppingListLine, { ...ofList, done }),
    'remove-list': job(removeList, {
      ...ofList,
      done: () => redirectWithFlash('/restaurant/lists', 'リストを削除しました。'),
    }),
  }),
)

/** All ids come in one field: with a hundred lines, one field for each would make twenty thousand on the page. */
function placedIn(form: FormData) {
  for (const id of String(form.get('ids') ?? '').split(',')) form.append('productIds', id)
  return readForm(z.object(placeShoppingListLines.declaration.input), form)
}

/** Offline the page stays, and says that nothing was changed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default ListEditScreen
