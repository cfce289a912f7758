import ConversationScreen from '#modules/messaging/ui/conversation-screen.tsx'
import { conversationAction, conversationList, conversationPage, otherIn } from '#web/conversation-page.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/chat-with.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  ownMeta(`${loaderData?.conversation.other.name ?? ''}とのチャット`)
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }
export const loader = page(async (ctx, { request, params }: Route.LoaderArgs) => ({
  list: await conversationList(ctx, request),
  ...(await conversationPage(ctx, request, otherIn(params))),
}))

export const action = pageAction(conversationAction)

export default function ChatWithPage({ loaderData: { list, ...shown }, actionData }: Route.ComponentProps) {
  // with another it is another page
  return (
    <ConversationScreen
      key={shown.conversation.other.id}
      list={list}
      shown={shown}
      answer={actionData}
      base="/restaurant/Chat"
    />
  )
}
