import type { Encryption } from '#kernel/encryption.ts'
import type { PersonId } from '#kernel/ids.ts'
import type { NotificationTopic } from '#kernel/notification-enums.ts'
import { markedId, readMarkedId } from './marked-id.server.ts'
import { notificationTopics } from './notification-topics.ts'

const purpose = 'unsubscribe'

/** The secret part of the address: the person's id and our mark, so that no table contains it. */
export const stopToken = (encryption: Encryption, personId: PersonId): string => markedId(encryption, purpose, personId)

/** The person a token unsubscribes; null for one that we have not made. */
export const readStopToken = (encryption: Encryption, token: string): PersonId | null =>
  readMarkedId(encryption, purpose, token)

/** Where mails of this kind are stopped without signing in; null if they are mandatory, or no notifications. */
export const stopAddress = (
  { site, encryption }: { site: string; encryption: Encryption },
  { noticeKind, personId }: { noticeKind: NotificationTopic | null; personId: PersonId | null },
): string | null =>
  noticeKind && personId && !notificationTopics[noticeKind].needed
    ? `${site}/unsubscribe/${stopToken(encryption, personId)}/${noticeKind}`
    : null
