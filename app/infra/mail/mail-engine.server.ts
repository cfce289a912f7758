import type { Settings } from '#infra/settings.server.ts'

/** SMTP if a server is configured, else mails stay in the database. Production does not start without one. */
export const mailEngine = async ({ SMTP_URL, MAIL_FROM, MAIL_STAFF }: Settings) =>
  SMTP_URL && MAIL_FROM
    ? (await import('./smtp.server.ts')).smtpEngine({ url: SMTP_URL, from: MAIL_FROM, staff: MAIL_STAFF ?? MAIL_FROM })
    : {
        kind: 'kept' as const,
        description: 'データベースに保存します（/test/mails で確認できます）',
        verify: async () => true,
        close: () => {},
      }
