import { createElement } from 'react'
import type { DbOrTx } from '#access/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { MailButton, MailFrame, MailQuote, MailText } from '#modules/outbox/mail-frame.server.tsx'
import type { OurPage } from '#modules/outbox/our-page.ts'

const words = {
  confirmed: {
    title: '商品の確認が終わりました',
    text: (name: string) => `「${name}」の確認が終わり、販売がはじまりました。`,
  },
  returned: {
    title: '商品をなおしてください',
    text: (name: string) => `「${name}」を確認しました。次のところをなおして、もう一度保存してください。`,
  },
  held: {
    title: '商品の販売を止めました',
    text: (name: string) => `「${name}」の販売を、運営が止めました。理由は次のとおりです。`,
  },
  released: {
    title: '商品をまた販売できます',
    text: (name: string) => `「${name}」の止めを解きました。商品の画面で、販売をはじめられます。`,
  },
} as const
export type ReviewNews = keyof typeof words

/** The history's label of each. */
export const reviewEvents: Readonly<Record<ReviewNews, string>> = {
  confirmed: 'goods_confirmed',
  returned: 'goods_returned',
  held: 'goods_held',
  released: 'goods_released',
}

type Props = { news: ReviewNews; name: string; reason: string; address: OurPage }

export const GoodsReviewMail = ({ news, name, reason, address }: Props) => (
  <MailFrame preview={words[news].text(name)} title={words[news].title}>
    <MailText>{words[news].text(name)}</MailText>
    {reason && <MailQuote>{reason}</MailQuote>}
    <MailButton href={address}>商品をひらく</MailButton>
  </MailFrame>
)

/** Notifies the farm's owners, in the transaction of the decision. */
export const tellFarm = (
  db: DbOrTx,
  now: Date,
  it: { key: string; farmId: FarmId; news: ReviewNews; name: string; reason: string; address: OurPage },
): Promise<number> =>
  tellOwners(
    db,
    now,
    { farmId: it.farmId },
    {
      key: it.key,
      template: `goods_${it.news}`,
      subject: `【畝と皿】${words[it.news].title}（${it.name}）`,
      body: createElement(GoodsReviewMail, it),
    },
  )
