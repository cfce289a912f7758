import { weekdayOf } from '#kernel/jst.ts'
import { weekdaysText, weekdayWord } from '../list-words.ts'
import type { OpenUsualList } from '../usual-lists.server.ts'

/** Said where the list that is open is for other weekdays, so that nobody orders Friday's goods for a Tuesday unawares. */
export const OfOtherDays = ({ list }: { list: OpenUsualList }) => (
  <p className="rounded-control bg-tag-tint px-3 py-2 text-sub">
    {weekdayWord[weekdayOf(list.on)]}曜のリストがないので、前に使った「{list.name}」（{weekdaysText(list.weekdays)}
    曜）を開いています。数は{weekdayWord[weekdayOf(list.on)]}曜に届く分です。
  </p>
)
