import type pg from 'pg'
import { makeVault } from '../../app/infra/vault.server.ts'
import type { MailedCodeId } from '../../app/kernel/ids.ts'
import { withSite } from '../../app/modules/outbox/with-site.server.ts'

/** The key of the installation in tests. */
export const testVault = makeVault('the key of this installation, secret')

export const testSite = 'https://market.example.jp'

type Stored = { template: string; subject: string; html: string; text: string; code_id: MailedCodeId | null }

/** The mails to an address as their reader gets them, the oldest first: stored ones have neither origin nor secrets. */
export async function mailsSentTo(pool: pg.Pool, recipient: string, vault = testVault) {
  const { rows } = await pool.query<Stored>(
    'select template, subject, html, text, code_id from mails where recipient = $1 order by created_at, id',
    [recipient],
  )
  return rows.map(({ template, subject, ...mail }) => ({
    template,
    subject,
    ...withSite(mail, { site: testSite, vault }),
  }))
}

/** The secret in the link of the newest mail of this kind to an address; `none` without one. */
export async function codeSentTo(pool: pg.Pool, recipient: string, template: string): Promise<string> {
  const mail = (await mailsSentTo(pool, recipient)).findLast((it) => it.template === template)
  return /(?:oobCode|code)=([\w-]{43})(?![\w-])/.exec(mail?.text ?? '')?.[1] ?? 'none'
}
