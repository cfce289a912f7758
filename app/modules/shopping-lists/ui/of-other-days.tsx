import { weekdayOf } from '#kernel/jst.ts'
import { weekdaysText, weekdayWord } from '../list-labels.ts'
import type { OpenShoppingList } from '../open-list.server.ts'

/**
 * Shown when the open list is for other weekdays, so that Friday's products are not ordered for a Tuesday by mistake.
 */
export const OfOtherDays = ({ list }: { list: OpenShoppingList }) => (
  <p className="rounded-control bg-tag-tint px-3 py-2 text-sub">
    {weekdayWord[weekdayOf(list.on)]}曜のリストがないため、前回使用した「{list.name}」（{weekdaysText(list.weekdays)}
    曜）を開いています。数量は{weekdayWord[weekdayOf(list.on)]}曜に届く分です。
  </p>
)
