import type { Generated } from 'kysely'
import type { Json } from '#infra/db/column-types.ts'
import type {
  AnswerLinkId,
  ConversationId,
  EventId,
  FarmId,
  IssuedDocumentId,
  MailedCodeId,
  MailId,
  NotificationAddressId,
  NotificationDeliveryId,
  NotificationId,
  OrderId,
  PersonId,
  RestaurantId,
  WebhookDeliveryId,
  WebhookId,
} from '#kernel/ids.ts'
import type { MailPace, NotificationTopic, PushKeys, RingingChannel } from '#kernel/notification-enums.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type NotificationsTables = {
  mails: {
    id: MailId
    key: string
    template: string
    recipient: string
    replyTo: string | null
    subject: string
    /** What it tells of, until it is sent; then its words take the place of it. */
    data: Json<unknown> | null
    html: string | null
    text: string | null
    /** Stands in the link of the mail; the secret is made from it when the mail is sent. */
    codeId: MailedCodeId | null
    createdAt: Date
    dueAt: Date | null
    tries: Generated<number>
    lastError: string | null
    sentAt: Date | null
    keptAt: Date | null
    failedAt: Date | null
    personId: Generated<PersonId | null>
    noticeKind: Generated<NotificationTopic | null>
    tradeRecord: Generated<boolean>
  }
  notifications: {
    id: NotificationId
    key: string
    personId: PersonId
    kind: NotificationTopic
    title: string
    body: string
    path: string
    orderId: OrderId | null
    answerLinkId: AnswerLinkId | null
    createdAt: Date
    usefulUntil: Date | null
    readAt: Date | null
  }
  notificationAddresses: {
    id: NotificationAddressId
    personId: PersonId
    channel: RingingChannel
    address: string
    keys: Json<PushKeys> | null
    label: Generated<string>
    createdAt: Date
    endedAt: Date | null
    endReason: string | null
  }
  notificationSettings: { personId: PersonId; kind: NotificationTopic; mail: MailPace; channels: RingingChannel[] }
  notificationDeliveries: {
    id: NotificationDeliveryId
    notificationId: NotificationId
    channel: RingingChannel | 'mail'
    addressId: NotificationAddressId | null
    dueAt: Date | null
    tries: Generated<number>
    lastError: string | null
    sentAt: Date | null
    failedAt: Date | null
    droppedAt: Date | null
  }
  lineCodes: { hash: Buffer; personId: PersonId; createdAt: Date; expiresAt: Date }
  webhooks: {
    id: WebhookId
    farmId: FarmId | null
    restaurantId: RestaurantId | null
    url: string
    sealedSecret: string
    kinds: string[]
    madeBy: PersonId
    createdAt: Date
    failingSince: Date | null
    stoppedAt: Date | null
    endedAt: Date | null
  }
  webhookDeliveries: {
    id: Generated<WebhookDeliveryId>
    webhookId: WebhookId
    eventId: EventId | null
    stockEntryId: number | null
    conversationId: ConversationId | null
    messageNo: number | null
    documentId: IssuedDocumentId | null
    createdAt: Date
    dueAt: Date | null
    tries: Generated<number>
    answerStatus: number | null
    lastError: string | null
    tookMs: number | null
    triedAt: Date | null
    sentAt: Date | null
    failedAt: Date | null
  }
}
