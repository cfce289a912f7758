import type pg from 'pg'
import { z } from 'zod'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import type { MailedCodeId } from '../../app/kernel/ids.ts'
import { wordsOf } from '../../app/modules/notifications/mail-labels.server.ts'
import { type MessagePart, notificationKind } from '../../app/modules/notifications/notification-kind.ts'
import { withSite } from '../../app/modules/notifications/with-site.server.ts'
import { notificationKinds } from '../../app/notification-kinds.server.ts'

/** The key of the installation in tests. */
export const testEncryption = makeEncryption('the key of this installation, secret')

export const testSite = 'https://market.example.jp'

type Stored = { template: string; data: unknown; html: string | null; text: string | null }

/** Mails as they are stored, each with the words that it will have, or had, when it is sent; without origin and secrets. */
export const withWords = <Row extends Stored>(rows: readonly Row[]) =>
  Promise.all(rows.map(async (row) => ({ ...row, ...(await wordsOf(notificationKinds, row)) })))

/** A kind of notification that says what a test wants said; the sender has to be given it. */
export const note = notificationKind('note', {
  about: null,
  data: z.object({ subject: z.string(), parts: z.array(z.custom<MessagePart>()) }),
  message: ({ subject, parts }) => ({ title: subject, heading: 'お知らせ', summary: '見出し', parts }),
  sample: { subject: '件名', parts: [] },
})

/** The mails to an address as their reader gets them, the oldest first: stored ones have neither origin nor secrets. */
export async function mailsSentTo(pool: pg.Pool, recipient: string, encryption = testEncryption) {
  const { rows } = await pool.query<Stored & { subject: string; codeId: MailedCodeId | null }>(
    'select template, subject, data, html, text, code_id as "codeId" from mails where recipient = $1 order by created_at, id',
    [recipient],
  )
  return (await withWords(rows)).map(({ template, subject, ...mail }) => ({
    template,
    subject,
    ...withSite(mail, { site: testSite, encryption }),
  }))
}

/** The secret in the link of the newest mail of this kind to an address; `none` without one. */
export async function codeSentTo(pool: pg.Pool, recipient: string, template: string): Promise<string> {
  const mail = (await mailsSentTo(pool, recipient)).findLast((it) => it.template === template)
  return /(?:oobCode|code)=([\w-]{43})(?![\w-])/.exec(mail?.text ?? '')?.[1] ?? 'none'
}
