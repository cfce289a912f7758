import ConversationListScreen from '#modules/messaging/ui/conversation-list-screen.tsx'
import { conversationList } from '#web/conversation-page.server.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/chat.ts'

export const meta = () => ownMeta('チャット')
export const handle = { shell: { footer: false, cartBar: false } }
export const loader = page((ctx, { request }: Route.LoaderArgs) => conversationList(ctx, request))

export default function ChatPage({ loaderData }: Route.ComponentProps) {
  return <ConversationListScreen list={loaderData} base="/restaurant/Chat" />
}
