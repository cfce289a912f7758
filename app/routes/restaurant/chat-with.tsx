import TalkScreen from '#modules/talk/ui/talk-screen.tsx'
import { page, pageAction } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import { otherIn, talkAction, talkList, talkPage } from '../talk-page.server.ts'
import type { Route } from './+types/chat-with.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => ownMeta(`${loaderData?.talk.other.name ?? ''}とのチャット`)
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }
export const loader = page(async (ctx, { request, params }: Route.LoaderArgs) => ({
  list: await talkList(ctx, request),
  ...(await talkPage(ctx, request, otherIn(params))),
}))

export const action = pageAction((ctx, args: Route.ActionArgs) => talkAction(ctx, args, otherIn(args.params)))

export default function ChatWithPage({ loaderData: { list, ...shown }, actionData }: Route.ComponentProps) {
  // with another it is another page
  return <TalkScreen key={shown.talk.other.id} list={list} shown={shown} answer={actionData} base="/restaurant/Chat" />
}
