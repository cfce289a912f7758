import {
  BadgeCheck,
  Bell,
  BookOpenText,
  Calculator,
  CalendarX,
  FileText,
  HandCoins,
  Landmark,
  MessageCircleQuestion,
  Package,
  Printer,
  Route,
  Scale,
  Sprout,
  Star,
  Tag,
  Tractor,
  Truck,
  UserRoundCog,
  Users,
  Wallet,
  Wheat,
} from 'lucide-react'

/** The farm's pages beside today's work: listed in メニュー, and in the menu at the side of a PC. */
export const goodsPlaces = [
  { to: '/farmer/products/List', Icon: Sprout, word: '商品' },
  { to: '/farmer/harvest', Icon: Wheat, word: '収穫' },
  { to: '/farmer/sales', Icon: Wallet, word: '売上' },
  { to: '/farmer/labels', Icon: Tag, word: '送り状' },
  { to: '/farmer/papers', Icon: Printer, word: '出荷書類' },
  { to: '/farmer/shipments', Icon: Truck, word: '出荷履歴' },
  { to: '/farmer/requests', Icon: MessageCircleQuestion, word: 'リクエスト' },
  { to: '/farmer/regulars', Icon: HandCoins, word: 'お得意さま価格' },
  { to: '/farmer/lots', Icon: BookOpenText, word: 'ロット' },
  { to: '/farmer/recalls', Icon: Bell, word: '回収と訓練' },
] as const

export const farmPlaces = [
  { to: '/farmer/Vacation', Icon: CalendarX, word: '休業と出荷' },
  { to: '/farmer/Intro', Icon: Tractor, word: '農園の紹介' },
  { to: '/farmer/profile', Icon: BadgeCheck, word: '農園のページ' },
  { to: '/farmer/freight', Icon: Package, word: '送料' },
  { to: '/farmer/runs', Icon: Route, word: '共同便' },
  { to: '/farmer/scales', Icon: Scale, word: 'はかり' },
  { to: '/farmer/ways', Icon: Truck, word: 'お届け方法' },
  { to: '/farmer/documents', Icon: FileText, word: '発行書類' },
  { to: '/farmer/reviews', Icon: Star, word: '評価' },
  { to: '/farmer/members', Icon: Users, word: 'メンバー' },
  { to: '/farmer/bank-account', Icon: Landmark, word: '受取口座' },
  { to: '/farmer/bookkeeping', Icon: Calculator, word: '会計ソフト連携' },
] as const

export const helpPlaces = [
  { to: '/notices', Icon: Bell, word: 'お知らせ' },
  { to: '/profile', Icon: UserRoundCog, word: 'マイ設定' },
  { to: '/farmer/Guide', Icon: BookOpenText, word: '使い方' },
  { to: '/restaurant/Inquiry', Icon: MessageCircleQuestion, word: 'お問い合わせ' },
] as const
