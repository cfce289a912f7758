import { farewell } from '#modules/admin/farewell-mail.server.tsx'
import { badgeKinds } from '#modules/badges/badge-mails.server.tsx'
import { watchKinds } from '#modules/catalog/tell-watchers.server.tsx'
import { announcementKinds } from '#modules/content/announcement-mails.server.tsx'
import { farmNext } from '#modules/fulfilment/by-link/link-mails.server.tsx'
import { priceKinds } from '#modules/goods/prices/price-mails.server.tsx'
import { goodsReviewKinds } from '#modules/goods/review/review-mails.server.tsx'
import { accountKinds } from '#modules/identity/account-mails.server.tsx'
import { adminKinds } from '#modules/identity/admins/admin-mails.server.tsx'
import { apiTokenMade } from '#modules/identity/api-token-mail.server.tsx'
import { factorKinds } from '#modules/identity/factors/factor-mail.server.tsx'
import { standingKinds } from '#modules/lists/standing-mails.server.tsx'
import { inquiryNotificationKinds } from '#modules/messaging/inquiry-mails.server.tsx'
import { reminderKinds } from '#modules/messaging/reminders/reminder-mails.server.tsx'
import { approvalKinds } from '#modules/ordering/approval-mails.server.tsx'
import { claimKinds } from '#modules/ordering/claims/claim-mails.server.tsx'
import { orderDigestKinds } from '#modules/ordering/order-digest.server.tsx'
import { orderNewsKinds } from '#modules/ordering/order-news.server.tsx'
import { proposalKinds } from '#modules/ordering/proposal-mails.server.tsx'
import { applicationKinds } from '#modules/organisations/approval/application-mails.server.tsx'
import { paperKinds } from '#modules/organisations/documents/lapsed-mails.server.tsx'
import { memberKinds } from '#modules/organisations/members/member-mails.server.tsx'
import { legalFactsChanged } from '#modules/organisations/restaurant/restaurant-mails.server.tsx'
import { signUpKinds } from '#modules/organisations/sign-up/sign-up-mails.server.tsx'
import { digestKinds } from '#modules/outbox/notices/digest-mails.server.tsx'
import type { StoredKind } from '#modules/outbox/notification-kind.ts'
import { webhookStopped } from '#modules/outbox/webhooks/webhook-mails.server.tsx'
import { recallKinds } from '#modules/provenance/recalls/recall-mails.server.tsx'
import { requestKinds } from '#modules/requests/request-mails.server.tsx'
import { reviewKinds } from '#modules/reviews/review-mails.server.tsx'
import { talkNews } from '#modules/talk/talk-mails.server.tsx'

/** Every kind of notification, declared once by its module. A new one stands in the list of its file. */
export const notificationKinds = [
  ...signUpKinds,
  ...applicationKinds,
  legalFactsChanged,
  ...paperKinds,
  ...goodsReviewKinds,
  ...priceKinds,
  ...watchKinds,
  ...memberKinds,
  ...accountKinds,
  ...factorKinds,
  apiTokenMade,
  farewell,
  ...approvalKinds,
  ...proposalKinds,
  ...orderNewsKinds,
  ...orderDigestKinds,
  ...standingKinds,
  farmNext,
  ...reminderKinds,
  talkNews,
  ...reviewKinds,
  ...claimKinds,
  ...recallKinds,
  ...inquiryNotificationKinds,
  ...announcementKinds,
  ...requestKinds,
  webhookStopped,
  ...badgeKinds,
  ...digestKinds,
  ...adminKinds,
] as const satisfies readonly StoredKind[]

export type MailTemplate = (typeof notificationKinds)[number]['name']

/** Those that are told by mail. */
export const mailKinds = notificationKinds.filter(({ only }) => only !== 'notice')
