import { z } from 'zod'
import { can } from '#authorization/rules.ts'
import { parseId } from '#kernel/ids.ts'
import { badgeOf, wishIn } from '#modules/traceability/badges/badge-file.ts'
import { publishedRules } from '#modules/traceability/badges/badge-rules.ts'
import { badgeWords } from '#modules/traceability/badges/drawings/badge-labels.ts'
import { embedCode, embedToday } from '#modules/traceability/badges/embed.ts'
import { badgesOfShop } from '#modules/traceability/badges/shop-badges.server.ts'
import { showFarms } from '#modules/traceability/badges/show-farms.server.ts'
import { showFarmsRefusalText } from '#modules/traceability/badges/show-farms-text.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formKey, formOf, refused, staleForm } from '#web/form.ts'
import { isSentByScript, page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/bagge.ts'
import BadgeScreen from './bagge-screen.tsx'

export const meta = () => ownMeta('産地バッジ')
export const handle = { shell: { tabs: false, cartBar: false, footer: false } }

/** The badges proven by the restaurant's received deliveries, the progress of the others, and the selected one. */
export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  const search = new URL(request.url).searchParams
  const { secureOrigin: origin } = context.get(requestFacts)
  const { earned, progress } = await badgesOfShop(ctx)
  const wish = wishIn(search)
  const badge = badgeOf(earned, wish.rule)
  return {
    wish,
    scene: search.get('scene') === 'door' ? ('door' as const) : ('menu' as const),
    key: crypto.randomUUID(),
    earned: earned.map(({ rule, ...rest }) => ({ rule, whole: badgeWords({ rule, ...rest })?.whole ?? null })),
    progress,
    chosen: badge && {
      badge,
      words: badgeWords(badge),
      ruleText: publishedRules[badge.rule].text,
      mayChoose: can(ctx.actor, 'badges.choose', badge),
      address: `${origin}/trace/${badge.token}`,
      embed: embedCode({ badge, origin }, wish.shape),
      embedToday: embedToday({ badge, origin }),
    },
  }
})

const Sent = z.object({ key: formKey(), token: z.string().min(1).max(64) })

/** The farms shown on a badge. The whole selection is sent each time, so sending it twice changes nothing. */
export const action = pageAction(async (ctx, { request }: Route.ActionArgs) => {
  const form = await formOf(request)
  const sent = Sent.safeParse({ key: form.get('key'), token: form.get('token') })
  const ids = form.getAll('farm').map((id) => parseId<'farm'>(id))
  const farmIds = ids.filter((id) => id !== null)
  if (!sent.success || farmIds.length < ids.length) return refused(staleForm, form)
  const shown = await showFarms(ctx, { token: sent.data.token, farmIds }, sent.data.key)
  if (!shown.ok) return refused(showFarmsRefusalText[shown.refusal], form, 'farm')
  if (isSentByScript(request)) return null
  const { pathname, search } = new URL(request.url)
  return redirectWithFlash(pathname + search, `${shown.value.shown}農園を載せました。`)
})

/** Offline the page stays, and says that nothing was changed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default BadgeScreen
