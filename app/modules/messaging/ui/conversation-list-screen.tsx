import { ConversationList, type ListData } from './conversation-list.tsx'

/** The list alone on a phone; beside an invitation to choose one on a PC. */
export default function ConversationListScreen({ list, base }: { list: ListData; base: string }) {
  return (
    <div className="talk-frame" data-list="">
      <h1 className="talk-title">チャット</h1>
      <ConversationList list={list} base={base} />
      <p className="talk-none">左の一覧から相手を選択すると、ここにチャットを表示します。</p>
    </div>
  )
}
