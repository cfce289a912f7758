/** The words by which notices are kept; what they mean to people stands in outbox/notices/notice-kinds.ts. */

export const noticeKindNames = [
  'question',
  'order',
  'message',
  'claim',
  'recall',
  'request',
  'review',
  'standing',
  'inquiry',
  'account',
  'security',
  'reminder',
  'price',
  'watch',
  'announcement',
] as const
export type NoticeKind = (typeof noticeKindNames)[number]

/** What rings at somebody's side. Mail does not: it waits in its box. */
export const ringingChannels = ['push', 'line', 'sms', 'fax'] as const
export type RingingChannel = (typeof ringingChannels)[number]

/** Mails of a kind: each at once, all of a day in one in the morning, or none. */
export const mailPaces = ['now', 'daily', 'off'] as const
export type MailPace = (typeof mailPaces)[number]

/** With what a browser wants its messages sealed, as it gave it to us (RFC 8291), in base64url. */
export type PushKeys = { p256dh: string; auth: string }
