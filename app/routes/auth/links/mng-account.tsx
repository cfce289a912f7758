import { data, redirect } from 'react-router'
import { inspectLink } from '#modules/identity/inspect-link.server.ts'
import { formOf } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { FieldPanel } from '../field-panel.tsx'
import type { Route } from './+types/mng-account.ts'
import { keepLink, keptLink, readLink } from './link-cookie.server.ts'
import { openMailLink } from './open-link.server.ts'
import { ReadyLink } from './ready-link.tsx'
import { BrokenLink, SpentLink } from './spent-link.tsx'

export const meta = () => ownMeta('メールのリンク')

/** Never cached by a browser or a proxy: it names an account. */
export const headers = () => ({ 'cache-control': 'private, no-store' })

/**
 * The target of every link in our mails. A page view changes nothing: the code moves from the address into a cookie, so
 * that it stays in no history, and a button does what the link is for.
 */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { searchParams } = new URL(request.url)
  if (searchParams.has('mode') || searchParams.has('oobCode')) {
    const link = readLink(searchParams.get('mode'), searchParams.get('oobCode'))
    if (link) throw redirect('/auth/MngAccount', { headers: { 'set-cookie': await keepLink(link) } })
    return data({ link: null, facts: null }, { status: 400 })
  }
  const link = await keptLink(request)
  if (!link) return data({ link: null, facts: null }, { status: 400 })
  return data({ link, facts: await inspectLink(ctx, link.mode, link.code) })
})

export const action = page(async (ctx, args: Route.ActionArgs) => {
  const form = await formOf(args.request)
  const link = readLink(form.get('mode'), form.get('code'))
  if (!link) throw data(null, { status: 400 })
  return openMailLink(ctx, args, link, form)
})

export default function MailLinkPage({ loaderData: { link, facts }, actionData }: Route.ComponentProps) {
  const pressed = actionData && 'spent' in actionData ? actionData : null
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  return (
    <FieldPanel>
      {!link ? (
        <BrokenLink />
      ) : !facts || pressed ? (
        <SpentLink mode={link.mode} />
      ) : (
        <ReadyLink link={link} facts={facts} problem={problem} />
      )}
    </FieldPanel>
  )
}
