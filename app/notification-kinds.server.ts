import { farewell } from '#modules/admin/farewell-mail.server.tsx'
import { billingKinds } from '#modules/billing/billing-mails.server.tsx'
import { announcementKinds } from '#modules/content/announcement-mails.server.tsx'
import { creditKinds } from '#modules/credit/credit-mails.server.tsx'
import { groupKinds } from '#modules/group-buying/group-mails.server.tsx'
import { accountKinds } from '#modules/identity/account-mails.server.tsx'
import { adminKinds } from '#modules/identity/admins/admin-mails.server.tsx'
import { apiTokenMade } from '#modules/identity/api-token-mail.server.tsx'
import { factorKinds } from '#modules/identity/factors/factor-mail.server.tsx'
import { documentReplaced } from '#modules/issued-documents/replaced-mail.server.tsx'
import { conversationNews } from '#modules/messaging/message-mails.server.tsx'
import { digestKinds } from '#modules/notifications/digest-mails.server.tsx'
import type { StoredKind } from '#modules/notifications/notification-kind.ts'
import { webhookStopped } from '#modules/notifications/webhooks/webhook-mails.server.tsx'
import { adjustmentRequestKinds } from '#modules/ordering/adjustments/adjustment-request-mails.server.tsx'
import { approvalKinds } from '#modules/ordering/approval-mails.server.tsx'
import { claimKinds } from '#modules/ordering/claims/claim-mails.server.tsx'
import { confirmationKinds } from '#modules/ordering/confirmation-mails.server.tsx'
import { pickupRequest } from '#modules/ordering/fulfilment/pickup/pickup-mails.server.tsx'
import { trackingKinds } from '#modules/ordering/fulfilment/tracking/tracking-mails.server.tsx'
import { farmNext } from '#modules/ordering/magic-links/link-mails.server.tsx'
import { orderDigestKinds } from '#modules/ordering/order-digest.server.tsx'
import { orderNewsKinds } from '#modules/ordering/order-notifications.server.tsx'
import { proposalKinds } from '#modules/ordering/proposal-mails.server.tsx'
import { applicationKinds } from '#modules/organisations/approval/application-mails.server.tsx'
import { commissionProposed } from '#modules/organisations/commission/commission-mails.server.tsx'
import { paperKinds } from '#modules/organisations/documents/lapsed-mails.server.tsx'
import { memberKinds } from '#modules/organisations/members/member-mails.server.tsx'
import { legalFactsChanged } from '#modules/organisations/restaurant/restaurant-mails.server.tsx'
import { scaleKinds } from '#modules/organisations/scales/scale-mails.server.tsx'
import { phoneRegistration } from '#modules/organisations/sign-up/register-by-phone.server.tsx'
import { signUpKinds } from '#modules/organisations/sign-up/sign-up-mails.server.tsx'
import { cardKinds } from '#modules/payments/card/card-mails.server.tsx'
import { debitKinds } from '#modules/payments/debit/debit-mails.server.tsx'
import { paymentMatched } from '#modules/payments/payment-mails.server.tsx'
import { payoutKinds } from '#modules/payouts/payout-mails.server.tsx'
import { statementIssued } from '#modules/payouts/statement-mails.server.tsx'
import { productApprovalKinds } from '#modules/products/approval/approval-mails.server.tsx'
import { watchKinds } from '#modules/products/catalog/tell-watchers.server.tsx'
import { foodLabellingKinds } from '#modules/products/food-labelling-mails.server.tsx'
import { priceKinds } from '#modules/products/prices/price-mails.server.tsx'
import { reviewKinds } from '#modules/reviews/review-mails.server.tsx'
import { runInvited } from '#modules/runs/run-mails.server.tsx'
import { standingKinds } from '#modules/shopping-lists/standing-mails.server.tsx'
import { requestKinds } from '#modules/sourcing/request-mails.server.tsx'
import { inquiryNotificationKinds } from '#modules/support/inquiry-mails.server.tsx'
import { reminderKinds } from '#modules/support/reminders/reminder-mails.server.tsx'
import { badgeKinds } from '#modules/traceability/badges/badge-mails.server.tsx'
import { recallKinds } from '#modules/traceability/recalls/recall-mails.server.tsx'

/** Every kind of notification, declared once by its module. A new one stands in the list of its file. */
export const notificationKinds = [
  ...signUpKinds,
  phoneRegistration,
  ...applicationKinds,
  commissionProposed,
  legalFactsChanged,
  ...paperKinds,
  ...scaleKinds,
  ...productApprovalKinds,
  ...foodLabellingKinds,
  ...priceKinds,
  ...watchKinds,
  ...memberKinds,
  ...accountKinds,
  ...factorKinds,
  apiTokenMade,
  farewell,
  ...approvalKinds,
  ...confirmationKinds,
  ...creditKinds,
  ...proposalKinds,
  ...orderNewsKinds,
  ...orderDigestKinds,
  ...trackingKinds,
  pickupRequest,
  paymentMatched,
  ...standingKinds,
  ...cardKinds,
  ...debitKinds,
  farmNext,
  ...reminderKinds,
  conversationNews,
  ...reviewKinds,
  ...claimKinds,
  ...adjustmentRequestKinds,
  ...billingKinds,
  documentReplaced,
  ...recallKinds,
  ...inquiryNotificationKinds,
  ...announcementKinds,
  ...requestKinds,
  statementIssued,
  runInvited,
  ...groupKinds,
  webhookStopped,
  ...badgeKinds,
  ...payoutKinds,
  ...digestKinds,
  ...adminKinds,
] as const satisfies readonly StoredKind[]

export type MailTemplate = (typeof notificationKinds)[number]['name']

/** Those that are told by mail. */
export const mailKinds = notificationKinds.filter(({ only }) => only !== 'notice')
