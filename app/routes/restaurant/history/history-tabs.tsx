import { TabLinks } from '#ui/tab-links.tsx'

const tabs = [
  { to: '/restaurant/order/History', label: '注文' },
  { to: '/restaurant/invoices', label: '請求・支払い' },
  { to: '/restaurant/order/History/analysis', label: '仕入れ分析' },
  { to: '/restaurant/order/History/calendar', label: 'カレンダー' },
]

/** The restaurant's past orders in three views, and what they cost. */
export const HistoryTabs = () => <TabLinks label="伝票の見方" links={tabs} />
