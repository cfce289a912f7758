import { parseId } from '#kernel/ids.ts'
import { saveGoodsDraft } from '#modules/products/product-draft.server.ts'
import { formOf, typedIn } from '#web/form.ts'
import { pageAction } from '#web/page.server.ts'
import type { Route } from './+types/goods-draft.ts'
import { productIn } from './goods-form.server.ts'

/** Autosaves a draft; answers in JSON with the new version. */
export const action = pageAction(async (ctx, { request, params }: Route.ActionArgs) => {
  const id = parseId<'product'>(params.id)
  if (!id) return Response.json({}, { status: 404 })
  const form = await formOf(request)
  const { version: seen, key } = typedIn(form)
  const version = Number(seen)
  const saved = await saveGoodsDraft(ctx, {
    id,
    version: Number.isInteger(version) ? version : 0,
    values: productIn(form),
    page: key ?? '',
  })
  return saved.ok ? Response.json(saved.value) : Response.json({}, { status: 409 })
})
