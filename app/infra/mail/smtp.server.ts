import { createTransport } from 'nodemailer'

type Settings = { url: string; from: string; staff: string }
type Outgoing = {
  id: string
  to: string
  replyTo: string | null
  subject: string
  html: string
  text: string
  unsubscribe?: string | null
}

/**
 * Sends by SMTP over one open connection per process. Text is UTF-8 in base64: ㈱, ①, 髙 and emoji, which ISO-2022-JP
 * cannot represent, arrive unchanged. The receiver `staff` is the configured address of staff.
 */
export function smtpEngine({ url, from, staff }: Settings) {
  const host = new URL(`http://${from.replace(/^.*@/, '').replace(/>.*$/, '')}`).hostname
  const transport = createTransport({
    ...readUrl(url),
    pool: true,
    maxConnections: 2,
    // sooner than the next attempt, which is two minutes away
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    kind: 'smtp' as const,
    async send(mail: Outgoing): Promise<void> {
      await transport.sendMail({
        from,
        to: mail.to === 'staff' ? staff : one(mail.to),
        replyTo: mail.replyTo ? one(mail.replyTo) : undefined,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        textEncoding: 'base64',
        messageId: `<${mail.id}@${host}>`,
        headers: {
          'auto-submitted': 'auto-generated',
          ...(mail.unsubscribe && {
            'list-unsubscribe': `<${mail.unsubscribe}>`,
            'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
    },
    description: `SMTP ${new URL(url).host}`,
    /** Whether the server answers and accepts our credentials. */
    verify: () => transport.verify().catch(() => false),
    close: () => transport.close(),
  }
}

/** One plain address. As bare text it would be parsed as a list, with names and groups. */
function one(address: string): { name: string; address: string } {
  if (!/^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(address)) throw new Error('not one plain mail address')
  return { name: '', address }
}

/** `smtp://` begins unencrypted and has to switch to TLS first, unless the server is on this machine. */
export function readUrl(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return {
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}
