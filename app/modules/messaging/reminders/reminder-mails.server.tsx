import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import type { OurPage } from '#modules/outbox/our-page.ts'

type CartFacts = { farm: string; delivery: string; until: string; lines: readonly [string, string][]; address: OurPage }

/** To a chef with products in the cart, whose farm accepts orders for two more hours. */
export const CartCutoffMail = ({ farm, delivery, until, lines, address }: CartFacts) => (
  <MailFrame
    preview={`${farm}の締切は${until}です。かごの品は、まだ注文されていません。`}
    title="かごの品が、まだ注文されていません"
  >
    <MailText>
      {farm}の{delivery}お届け分は、{until}で締め切ります。このままだと、届くのは次の日になります。
    </MailText>
    <MailFacts facts={lines} />
    <MailButton href={address}>かごを見る</MailButton>
  </MailFrame>
)

type DueFacts = {
  restaurant: string
  delivery: string
  until: string
  number: string
  answer: OurPage
  address: OurPage
}

/** To a farm that has not answered an order, an hour before it is too late. */
export const AnswerDueMail = ({ restaurant, delivery, until, number, answer, address }: DueFacts) => (
  <MailFrame preview={`${until}をすぎると、期限切れになります。`} title={`${restaurant}の注文が、返事を待っています`}>
    <MailText>{until}までに答えてください。すぎると、この注文は期限切れになり、お店はほかの農園をさがします。</MailText>
    <MailFacts
      facts={[
        ['お店', restaurant],
        ['お届け', delivery],
        ['伝票', number],
      ]}
    />
    <MailButton href={answer}>サインインしないで答える</MailButton>
    <MailButton href={address}>注文を見る</MailButton>
  </MailFrame>
)

type RestFacts = { farm: string; days: string; open: number; forFarm: boolean; address: OurPage }

/** The day before a farm's days off: to the farm, and to the restaurants that order there. */
export const VacationMail = ({ farm, days, open, forFarm, address }: RestFacts) => (
  <MailFrame
    preview={forFarm ? `${days}はお休みです。` : `${farm}は、${days}お休みです。`}
    title={forFarm ? 'あしたからお休みです' : `${farm}が、あしたからお休みです`}
  >
    {forFarm ? (
      <MailText>
        {days}は、この間に出荷する新しい注文は入りません。
        {open > 0 ? `お休みの間に出す注文が、まだ${open}件あります。` : 'お休みの間に出す注文はありません。'}
      </MailText>
    ) : (
      <MailText>
        {days}は、{farm}の品は届きません。いるものは、ほかの農園か、お休みの後の日で注文してください。
      </MailText>
    )}
    <MailButton href={address}>{forFarm ? 'お休みを見る' : '農園を見る'}</MailButton>
  </MailFrame>
)
