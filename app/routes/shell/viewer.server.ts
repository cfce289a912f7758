import { unprovenAccountOf } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { adminCookie } from '#modules/identity/session.ts'
import { actorOf } from '#modules/identity/session-store.server.ts'
import { placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { readCookie } from '#web/session-cookie.server.ts'
import type { Viewer } from './site-header.tsx'

/**
 * The user in the header of the public pages. An administrator is a visitor here, as their sign-in counts only under
 * /admin; they are recognised for the link back, which costs one query for those with the cookie.
 */
export async function viewerFor(ctx: Ctx, request: Request): Promise<Viewer> {
  const { actor } = ctx
  if (actor.kind === 'buyer') return { name: actor.name, home: { to: '/restaurant', word: '飲食店のホームへ' } }
  if (actor.kind === 'farm') return { name: actor.name, home: { to: '/farmer', word: '今日の画面へ' } }
  if (actor.kind === 'person') return { name: actor.name, home: { to: '/profile', word: 'マイ設定' } }
  const unproven = unprovenAccountOf(actor)
  if (unproven)
    return { name: unproven.name, home: { to: placeAddress['verify-email'], word: 'メールアドレスの確認へ' } }
  const token = readCookie(request, adminCookie)
  const staff = token && actor.kind === 'visitor' ? await actorOf(ctx, token, 'cookie') : actor
  return staff.kind === 'staff' ? { name: staff.name, home: { to: '/admin', word: '管理画面へ' } } : null
}
