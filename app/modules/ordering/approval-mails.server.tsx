import { createElement } from 'react'
import type { BuyerActor } from '#access/actor.ts'
import type { Ctx } from '#access/ctx.ts'
import { formatMoment, formatYen } from '#kernel/format.ts'
import type { PersonId, PurchaseId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { MailButton, MailFacts, MailFrame, MailQuote, MailText } from '#modules/outbox/mail-frame.server.tsx'
import { type OurPage, ourPage } from '#modules/outbox/our-page.ts'
import { mailToOf, queueMail } from '#modules/outbox/queue-mail.server.ts'

type AskedFacts = { name: string; number: string; total: string; until: string }

export const AskedMail = ({ name, number, total, until }: AskedFacts) => (
  <MailFrame preview={`${name} さんから、${total}の注文です。`} title="承認を待っている注文があります">
    <MailText>{name} さんの注文が、決められた上限をこえています。期限までに承認すると、農園に届きます。</MailText>
    <MailFacts
      facts={[
        ['番号', number],
        ['合計（税込・上限）', total],
        ['期限', `${until}まで`],
      ]}
    />
    <MailButton href={ourPage('/restaurant#approval')}>内容を見る</MailButton>
    <MailText>承認するまで、品物は取り置かれません。</MailText>
  </MailFrame>
)

export const ApprovedMail = ({ by, number, address }: { by: string; number: string; address: OurPage }) => (
  <MailFrame preview={`注文 ${number} が承認されました。`} title="注文が承認されました">
    <MailText>{by} さんが承認したので、農園に注文しました。締切までは、自分で取り消せます。</MailText>
    <MailFacts facts={[['番号', number]]} />
    <MailButton href={address}>注文を見る</MailButton>
  </MailFrame>
)

export const BackMail = ({ by, number, reason }: { by: string; number: string; reason: string | null }) => (
  <MailFrame preview={`注文 ${number} は、まだ注文されていません。`} title="注文がかごにもどりました">
    <MailText>
      {reason === null
        ? '締切までに承認されなかったので、注文しませんでした。品物はかごにもどしてあります。'
        : `${by} さんが差し戻しました。品物はかごにもどしてあります。直してから、もう一度注文できます。`}
    </MailText>
    <MailFacts facts={[['番号', number]]} />
    {reason !== null && <MailQuote>{reason}</MailQuote>}
  </MailFrame>
)

/** `until`: the first 締切 of its orders. */
type Asked = { purchaseId: PurchaseId; number: string; totalYen: Yen; until: Date }

/** To the owners: a member's order waits for their approval. */
export async function askOwners({ db, now }: Ctx, buyer: BuyerActor, asked: Asked): Promise<void> {
  const { purchaseId, number, totalYen, until } = asked
  await tellOwners(
    db,
    now,
    { restaurantId: buyer.restaurantId },
    {
      key: `purchase:${purchaseId}:asked`,
      template: 'approval_asked',
      subject: `【畝と皿】${buyer.name} さんの注文が承認を待っています`,
      body: createElement(AskedMail, {
        name: buyer.name,
        number,
        total: formatYen(totalYen),
        until: formatMoment(until),
      }),
    },
  )
}

/** To the member who asked: it is ordered. */
export async function tellApproved(
  ctx: Ctx,
  it: { purchaseId: PurchaseId; number: string; personId: PersonId; email: string | null },
): Promise<void> {
  await queueMail(ctx.db, ctx.now, {
    key: `purchase:${it.purchaseId}:approved`,
    template: 'approval_given',
    to: mailToOf(it),
    subject: `【畝と皿】注文 ${it.number} が承認されました`,
    body: createElement(ApprovedMail, {
      by: 'name' in ctx.actor ? ctx.actor.name : '店長',
      number: it.number,
      address: ourPage(`/restaurant/order/completed/${it.purchaseId}`),
    }),
  })
}

/**
 * To the member who asked: it is not ordered, and why; null: it was not answered in time. `what`: a purchase's or an
 * order's number.
 */
export async function tellBack(
  ctx: Ctx,
  it: { what: string; number: string; personId: PersonId; email: string | null; reason: string | null },
): Promise<void> {
  await queueMail(ctx.db, ctx.now, {
    key: `${it.what}:back`,
    template: 'approval_back',
    notice: { path: '/restaurant/cart' },
    to: mailToOf(it),
    subject: `【畝と皿】注文 ${it.number} は、まだ注文されていません`,
    body: createElement(BackMail, {
      by: 'name' in ctx.actor ? ctx.actor.name : '店長',
      number: it.number,
      reason: it.reason,
    }),
  })
}
