import { createElement } from 'react'
import type { Ctx, DbOrTx } from '#access/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { formatDay, formatMoment } from '#kernel/format.ts'
import type { NoticeDeliveryId, PersonId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { MailButton, MailFacts, MailFrame, MailText } from '../mail-frame.server.tsx'
import { type OurPage, ourPage } from '../our-page.ts'
import { queueMail } from '../queue-mail.server.ts'

type Gathered = { title: string; body: string; createdAt: Date }

type Facts = { day: string; notices: readonly Gathered[]; address: OurPage }

export const NoticeDigestMail = ({ day, notices, address }: Facts) => (
  <MailFrame preview={notices.map(({ title }) => title).join('　')} title={`${day}のお知らせ（${notices.length}件）`}>
    <MailFacts
      facts={notices.map(({ title, body, createdAt }) => [`${formatMoment(createdAt)}　${title}`, body || '—'])}
    />
    <MailButton href={address}>お知らせを画面で見る</MailButton>
    <MailText>
      1日分を、朝に1通にまとめています。届け方は「わたしの設定」の「お知らせの届け先」で変えられます。
    </MailText>
  </MailFrame>
)

/** The rest is on the page behind the button. */
const mostInOne = 50

/**
 * Sends the morning digest: one mail with a person's collected notifications. They are taken and the mail queued in one
 * transaction, so that nothing is sent twice; several processes may run it. Returns the number of mails.
 */
export async function mailDigests(system: Omit<Ctx, 'actor'>): Promise<number> {
  let mails = 0
  while (await mailNext(system)) mails += 1
  return mails
}

const mailNext = ({ db, now }: Omit<Ctx, 'actor'>): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    // claims the person, not single notifications: two concurrent workers would each mail a part
    const person = await tx
      .selectFrom('people')
      .select('id')
      .where('id', 'in', due(tx, now).select('n.person_id'))
      .limit(1)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!person) return false
    const gathered = await due(tx, now)
      .select(['d.id', 'n.title', 'n.body', 'n.created_at as createdAt'])
      .where('n.person_id', '=', person.id)
      .orderBy('n.created_at')
      .orderBy('d.id')
      .limit(1_000)
      .forUpdate('d')
      .execute()
    if (gathered.length === 0) return true
    await end(tx, now, gathered)
    await mailTo(tx, now, person.id, gathered)
    return true
  })

const due = (tx: DbOrTx, now: Date) =>
  tx
    .selectFrom('notice_deliveries as d')
    .innerJoin('notices as n', 'n.id', 'd.notice_id')
    .where('d.channel', '=', 'mail')
    .where('d.due_at', '<=', now)

const end = (tx: DbOrTx, now: Date, gathered: readonly { id: NoticeDeliveryId }[]) =>
  tx
    .updateTable('notice_deliveries')
    .set({ sent_at: now, due_at: null })
    .where(
      'id',
      'in',
      gathered.map(({ id }) => id),
    )
    .execute()

async function mailTo(
  tx: DbOrTx,
  now: Date,
  personId: PersonId,
  gathered: readonly (Gathered & { id: NoticeDeliveryId })[],
): Promise<void> {
  const person = await tx
    .selectFrom('people')
    .select('email')
    .where('id', '=', personId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  const [first] = gathered
  if (!person?.email || !first) return
  const day = formatDay(jstDateOf(now))
  await queueMail(tx, now, {
    key: `notices:${first.id}`,
    template: 'notice_digest',
    to: person.email as Email,
    subject: `【畝と皿】お知らせが${gathered.length}件あります`,
    body: createElement(NoticeDigestMail, {
      day,
      notices: gathered.slice(0, mostInOne),
      address: ourPage('/notices'),
    }),
  })
}
