import { can } from '#authorization/rules.ts'
import { badgeOf, wishIn } from '#modules/traceability/badges/badge-file.ts'
import { publishedRules } from '#modules/traceability/badges/badge-rules.ts'
import { badgeWords } from '#modules/traceability/badges/drawings/badge-labels.ts'
import { embedCode, embedToday } from '#modules/traceability/badges/embed.ts'
import { badgesOfShop } from '#modules/traceability/badges/shop-badges.server.ts'
import { showFarms } from '#modules/traceability/badges/show-farms.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf } from '#web/form.ts'
import { job } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { isSentByScript } from '#web/sent-by-script.ts'
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

const show = job(showFarms, { at: () => 'farmIds', done: ({ shown }) => shown })

/** The farms shown on a badge. The whole selection is sent each time, so sending it twice changes nothing. */
export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  const { request } = args
  const shown = await show(ctx, await formOf(request), args)
  if (typeof shown !== 'number') return shown
  if (isSentByScript(request)) return null
  const { pathname, search } = new URL(request.url)
  return redirectWithFlash(pathname + search, `${shown}農園を掲載しました。`)
})

/** Offline the page stays, and says that nothing was changed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default BadgeScreen
