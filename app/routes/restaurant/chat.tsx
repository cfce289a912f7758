import TalkListScreen from '#modules/talk/ui/talk-list-screen.tsx'
import { page } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import { talkList } from '../talk-page.server.ts'
import type { Route } from './+types/chat.ts'

export const meta = () => ownMeta('チャット')
export const handle = { shell: { footer: false, cartBar: false } }
export const loader = page((ctx, { request }: Route.LoaderArgs) => talkList(ctx, request))

export default function ChatPage({ loaderData }: Route.ComponentProps) {
  return <TalkListScreen list={loaderData} base="/restaurant/Chat" />
}
