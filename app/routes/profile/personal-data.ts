import { redirect } from 'react-router'
import { isRecentAuth } from '#authorization/recent-auth.ts'
import { withColumnNames } from '#infra/db/column-names.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { personalData } from '#modules/admin/personal-data.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/personal-data.ts'

/** Rows have the names of the database in the file, which people compare with earlier ones. */
const inFile = (data: Awaited<ReturnType<typeof personalData>>) =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      if (Array.isArray(value)) return [key, value.map((row) => withColumnNames(row))]
      return [key, value === null || value instanceof Date ? value : withColumnNames(value)]
    }),
  )

export const loader = () => redirect('/profile#data')

/** The file itself. It is requested by a form, because it is recorded in the audit log. */
export const action = page(async (ctx, _: Route.ActionArgs) => {
  if ('personId' in ctx.actor && !isRecentAuth(ctx.actor, ctx.now))
    return redirectWithFlash('/profile#data', '時間が経過したため、もう一度パスワードを確認してから保存してください。')
  const file = JSON.stringify(inFile(await personalData(ctx)), null, 2)
  return new Response(file, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="unetosara-${jstDateOf(ctx.now)}.json"`,
      'cache-control': 'private, no-store',
    },
  })
})
