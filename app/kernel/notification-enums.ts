/** The stored values of notifications; their labels are in notifications/notification-topics.ts. */

export const notificationTopicNames = [
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
export type NotificationTopic = (typeof notificationTopicNames)[number]

/** The channels that alert a user. Mail does not: it waits in the mailbox. */
export const ringingChannels = ['push', 'line', 'sms', 'fax'] as const
export type RingingChannel = (typeof ringingChannels)[number]

/** Mails of a kind: each immediately, all of a day in one in the morning, or none. */
export const mailPaces = ['now', 'daily', 'off'] as const
export type MailPace = (typeof mailPaces)[number]

/** The keys with which messages to a browser are encrypted, as the browser gave them (RFC 8291), in base64url. */
export type PushKeys = { p256dh: string; auth: string }
