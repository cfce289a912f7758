import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import type { OurPage } from '#modules/outbox/our-page.ts'

type Facts = {
  restaurant: string
  delivery: string
  ship: string
  number: string
  lines: readonly [string, string][]
  address: OurPage
}

/** To a farm that has answered from a link: what it will need on the day of packing. */
export const FarmNextMail = ({ restaurant, delivery, ship, number, lines, address }: Facts) => (
  <MailFrame
    preview={`${ship}に出します。箱づめと発送は、ここから知らせられます。`}
    title={`${restaurant}の注文を受けました`}
  >
    <MailText>箱づめしたら、下のボタンから重さと送り状番号を知らせてください。サインインはいりません。</MailText>
    <MailFacts facts={[['お届け', delivery], ['出す日', ship], ['伝票', number], ...lines]} />
    <MailButton href={address}>箱づめと発送を知らせる</MailButton>
  </MailFrame>
)
