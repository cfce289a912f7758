import { type ListData, TalkList } from './talk-list.tsx'

/** The list alone on a phone; beside an invitation to choose one on a PC. */
export default function TalkListScreen({ list, base }: { list: ListData; base: string }) {
  return (
    <div className="talk-frame" data-list="">
      <h1 className="talk-title">チャット</h1>
      <TalkList list={list} base={base} />
      <p className="talk-none">左の一覧から相手をえらぶと、ここにやりとりが出ます。</p>
    </div>
  )
}
