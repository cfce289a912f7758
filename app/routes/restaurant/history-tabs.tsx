import { TabLinks } from '#ui/tab-links.tsx'

const tabs = [
  { to: '/restaurant/order/History', label: '注文' },
  { to: '/restaurant/order/History/analysis', label: '買い方' },
  { to: '/restaurant/order/History/calendar', label: 'カレンダー' },
]

/** What the restaurant has ordered, seen in three ways. */
export const HistoryTabs = () => <TabLinks label="伝票の見かた" links={tabs} />
