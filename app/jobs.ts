import type { Ctx } from '#authorization/ctx.ts'
import type { QueueName } from '#infra/db/queues.server.ts'
import type { Cards } from '#kernel/cards.ts'
import type { CarrierTracking } from '#kernel/carrier-tracking.ts'
import type { Channel, Channels } from '#kernel/channel.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { Firebase } from '#kernel/firebase.ts'
import type { AnswerLinkId } from '#kernel/ids.ts'
import type { Operator } from '#kernel/operator.ts'
import { invoiceHour, issueAfterDays, statementHour } from '#kernel/payment-terms.ts'
import type { DeadJob, JobEnd, QueueJob } from '#kernel/queue-job.ts'
import type { SafeFetch } from '#kernel/safe-fetch.ts'
import { forgetOldKeys } from '#modules/audit-log/idempotent.server.ts'
import { forgetOldLiveEvents } from '#modules/audit-log/tell-live.server.ts'
import { closeDuePeriods } from '#modules/billing/close-period.server.ts'
import { mailDueAnnouncements } from '#modules/content/announcement-mails.server.tsx'
import { writeOrderStops } from '#modules/credit/order-stops.server.ts'
import { remindInvoices } from '#modules/credit/remind-invoices.server.ts'
import { closeGroupBuys } from '#modules/group-buying/close-group-buys.server.ts'
import { applyAccountChanges } from '#modules/identity/account-changes/apply-account-changes.server.ts'
import { checkProviderSessions } from '#modules/identity/firebase/check-sessions.server.ts'
import { endOldImpersonations } from '#modules/identity/impersonation/end-impersonation.server.ts'
import { forgetMessages } from '#modules/identity/login-methods/text-messages.server.ts'
import { forgetOldCodes } from '#modules/identity/one-time-code.server.ts'
import { forgetEndedSessions } from '#modules/identity/session-store.server.ts'
import { settleShippedSlips } from '#modules/issued-documents/delivery-slip.server.ts'
import type { FileTools } from '#modules/issued-documents/document-file.server.ts'
import { drawFreshFiles } from '#modules/issued-documents/draw-files.server.ts'
import { sweepIssuedFiles } from '#modules/issued-documents/sweep-files.server.ts'
import { foldKeptSums } from '#modules/ledger/kept-sums.server.ts'
import { forgetOldMessages } from '#modules/messaging/forget-messages.server.ts'
import { tellUnreadConversations } from '#modules/messaging/notify-unread-conversations.server.ts'
import { answerToken } from '#modules/notifications/answer-token.server.ts'
import { mailDigests } from '#modules/notifications/digest-mails.server.tsx'
import type { MailEngine } from '#modules/notifications/mail-engine.ts'
import { type ForSheet, forgetOldNotifications, sendDeliveries } from '#modules/notifications/send-deliveries.server.ts'
import { forgetOldMails, sendMails } from '#modules/notifications/send-mails.server.ts'
import { giveUp } from '#modules/notifications/undelivered.server.ts'
import {
  forgetOldWebhooks,
  sendWebhooks,
  stopDeafWebhooks,
} from '#modules/notifications/webhooks/send-webhooks.server.ts'
import { forgetOldLinks } from '#modules/ordering/answer-links.server.ts'
import { recordAllMissingCharges } from '#modules/ordering/charges/record-charges.server.ts'
import { runDueClaims } from '#modules/ordering/claims/run-due-claims.server.ts'
import { runDueTimers } from '#modules/ordering/fulfilment/run-due-timers.server.ts'
import { trackParcels } from '#modules/ordering/fulfilment/tracking/track-parcels.server.ts'
import { tellOrderNews } from '#modules/ordering/order-digest.server.tsx'
import { remindPermits } from '#modules/organisations/documents/remind-permits.server.ts'
import { settleAllLapsedGoods } from '#modules/organisations/documents/settle-lapsed-goods.server.ts'
import { sweepDocuments } from '#modules/organisations/documents/sweep-documents.server.ts'
import { settleScales } from '#modules/organisations/scales/settle-scales.server.ts'
import { forgetOldDrafts } from '#modules/organisations/sign-up/draft.server.ts'
import { forgetUnproven } from '#modules/organisations/sign-up/remove-unproven.server.ts'
import { forgetCheckouts } from '#modules/payments/card/forget-checkouts.server.ts'
import { holdForOrders } from '#modules/payments/card/hold-for-orders.server.ts'
import { settleOrders } from '#modules/payments/card/settle-orders.server.ts'
import { matchOpenFiles } from '#modules/payments/match-imported.server.ts'
import { spendCredits } from '#modules/payments/spend-credits.server.ts'
import { closeFarms } from '#modules/payouts/close-farms.server.ts'
import { confirmSilent } from '#modules/payouts/objections.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { makeLaterSizes } from '#modules/photos/keep-org-photo.server.ts'
import { sweepPhotos } from '#modules/photos/keep-photo.server.ts'
import { forgetOldHolds } from '#modules/products/catalog/checkout-holds.server.ts'
import { rankProducts } from '#modules/products/catalog/rank-products.server.ts'
import { rewriteStaleWords } from '#modules/products/catalog/search-rows.server.ts'
import { tellWatchers } from '#modules/products/catalog/tell-watchers.server.tsx'
import { settleFoodFacts } from '#modules/products/food-labelling.server.ts'
import { closeHarvests } from '#modules/products/harvest/harvest.server.ts'
import { sweepPhotoParts } from '#modules/products/photo-parts.server.ts'
import { applyPrices } from '#modules/products/prices/price-changes.server.ts'
import { remindReviews } from '#modules/reviews/remind-reviews.server.ts'
import { showDueReviews } from '#modules/reviews/show-reviews.server.ts'
import { runStandingOrders } from '#modules/shopping-lists/run-standing.server.ts'
import { closeDueRequests, putAwayGoods } from '#modules/sourcing/close-request.server.ts'
import { remindAnswersDue } from '#modules/support/reminders/answer-due.server.ts'
import { remindFullCarts } from '#modules/support/reminders/cart-cutoff.server.ts'
import { remindVacations } from '#modules/support/reminders/vacation-begins.server.ts'
import { renewBadges } from '#modules/traceability/badges/renew-badges.server.tsx'
import { notificationKinds } from './notification-kinds.server.ts'

/** What jobs are given: the database, the time, and the adapters. */
export type JobParts = Omit<Ctx, 'actor'> & {
  mail: MailEngine
  files: FileStore
  /** null: the embedded provider. */
  firebase: Firebase | null
  /** null: cards are not offered. */
  cards: Cards | null
  /** null: no carrier is asked where parcels are. */
  tracking: CarrierTracking | null
  /** The origin of our pages, for links in mails: `https://market.example.jp`. */
  site: string
  /** The channels that alert users: push, LINE, SMS, fax. */
  channels: Channels
  /** Makes the PDF of a fax. */
  sheetOf(parts: Omit<Ctx, 'actor'>, notice: ForSheet): Promise<Uint8Array>
  /** Signs answer links, and decrypts the secrets of webhooks. */
  encryption: Encryption
  /** Calls URLs given by members. */
  safeFetch: SafeFetch
  /** The issuer of documents, and the terms. */
  operator: Operator
  /** Makes a PDF from its contents. */
  renderPdf: FileTools['pdfOf']
  /** The public origin, as it is printed on papers; null where none is set and each request knows its own. */
  origin: string | null
}

export type Job = {
  name: string
  /** In Asia/Tokyo. */
  cron: string
  /** Returns what it did, for the log; nothing if there was nothing to do. */
  run(parts: JobParts): Promise<unknown>
}

export type QueueHandler = {
  queue: QueueName
  /** How many it is given at a time. */
  batch: number
  run(parts: JobParts, jobs: readonly (QueueJob & DeadJob)[]): Promise<JobEnd[]>
}

const throughChannel = (channel: Channel): QueueHandler => ({
  queue: channel.name,
  batch: 100,
  run: (parts, jobs) => {
    const sign = (link: AnswerLinkId) => answerToken(parts.encryption, link)
    const sheetOf = (notice: ForSheet) => parts.sheetOf(parts, notice)
    return sendDeliveries({ ...parts, sign, sheetOf }, channel, jobs)
  },
})

/** Every queue, and what takes its jobs. Those of a channel that is not set up wait until it is. */
export const queueHandlers = ({ channels }: Pick<JobParts, 'channels'>): readonly QueueHandler[] => [
  {
    queue: 'mail',
    batch: 10,
    run: (parts, jobs) => sendMails({ ...parts, kinds: notificationKinds }, parts.mail, jobs),
  },
  ...Object.values(channels).map(throughChannel),
  { queue: 'webhook', batch: 50, run: sendWebhooks },
  { queue: 'undelivered', batch: 100, run: giveUp },
]

/** Every scheduled job on one screen. A job only calls a use case. */
export const jobs: readonly Job[] = [
  {
    name: 'order-timers',
    cron: '* * * * *',
    run: async (system) => {
      const taken = await runDueTimers(system)
      return taken.length > 0 ? taken : null
    },
  },
  // no carrier delivers at night
  { name: 'track-parcels', cron: '*/5 6-22 * * *', run: trackParcels },
  { name: 'card-captures', cron: '* * * * *', run: settleOrders },
  { name: 'card-holds', cron: '* * * * *', run: holdForOrders },
  { name: 'forget-card-checkouts', cron: '20 4 * * *', run: forgetCheckouts },
  {
    name: 'group-buys',
    cron: '* * * * *',
    run: async (parts) => {
      const closed = await closeGroupBuys(parts)
      return closed.length > 0 ? closed : null
    },
  },
  {
    name: 'standing-orders',
    cron: '* * * * *',
    run: async (parts) => {
      const steps = await runStandingOrders(parts)
      return steps.length > 0 ? steps : null
    },
  },
  {
    name: 'settle-delivery-slips',
    cron: '* * * * *',
    run: async (parts) => (await settleShippedSlips(parts)) || null,
  },
  {
    name: 'tell-order-news',
    cron: '* * * * *',
    run: async (parts) => (await tellOrderNews(parts)) || null,
  },
  {
    name: 'tell-unread-talks',
    cron: '* * * * *',
    run: async (parts) => (await tellUnreadConversations(parts)) || null,
  },
  {
    name: 'claim-timers',
    cron: '* * * * *',
    run: async (system) => {
      const taken = await runDueClaims(system)
      return taken.length > 0 ? taken : null
    },
  },
  {
    name: 'record-missing-charges',
    cron: '13 * * * *',
    run: async (system) => (await recordAllMissingCharges(system)) || null,
  },
  { name: 'close-requests', cron: '* * * * *', run: async (parts) => (await closeDueRequests(parts)) || null },
  { name: 'put-away-goods', cron: '9 * * * *', run: async (parts) => (await putAwayGoods(parts)) || null },
  { name: 'renew-badges', cron: '* * * * *', run: async (parts) => (await renewBadges(parts)) || null },
  { name: 'rewrite-search-words', cron: '* * * * *', run: rewriteStaleWords },
  { name: 'rank-products', cron: '11 * * * *', run: rankProducts },
  {
    name: 'tell-watchers',
    cron: '*/5 5-21 * * *',
    run: async (parts) => (await tellWatchers(parts)) || null,
  },
  // the days after the first one catch up after a stop
  {
    name: 'close-farms',
    cron: `0 ${statementHour} ${issueAfterDays}-10 * *`,
    run: async ({ operator, ...parts }) => {
      const closed = await closeFarms({ ...parts, actor: { kind: 'system' } }, operator)
      return closed.issued + closed.failed.length > 0 ? closed : null
    },
  },
  { name: 'fold-kept-sums', cron: '* * * * *', run: async (parts) => (await foldKeptSums(parts)) || null },
  { name: 'confirm-statements', cron: '35 4 * * *', run: async (parts) => (await confirmSilent(parts)) || null },
  { name: 'forget-ended-sessions', cron: '17 4 * * *', run: forgetEndedSessions },
  {
    name: 'apply-account-changes',
    cron: '* * * * *',
    run: async (parts) => {
      const done = await applyAccountChanges(parts)
      return done.length > 0 ? done : null
    },
  },
  { name: 'end-old-impersonations', cron: '* * * * *', run: endOldImpersonations },
  {
    name: 'check-provider-sessions',
    cron: '* * * * *',
    run: async (parts) => parts.firebase && ((await checkProviderSessions(parts, parts.firebase)) || null),
  },
  { name: 'forget-old-codes', cron: '22 4 * * *', run: forgetOldCodes },
  { name: 'forget-messages', cron: '24 4 * * *', run: forgetMessages },
  { name: 'forget-old-holds', cron: '26 * * * *', run: async (parts) => (await forgetOldHolds(parts)) || null },
  { name: 'forget-live-events', cron: '28 * * * *', run: async (parts) => (await forgetOldLiveEvents(parts)) || null },
  { name: 'forget-old-messages', cron: '29 4 * * *', run: async (parts) => (await forgetOldMessages(parts)) || null },
  { name: 'forget-old-keys', cron: '27 4 * * *', run: forgetOldKeys },
  {
    name: 'mail-announcements',
    cron: '* * * * *',
    run: async (parts) => (await mailDueAnnouncements(parts)) || null,
  },
  { name: 'mail-digests', cron: '* * * * *', run: async (parts) => (await mailDigests(parts)) || null },
  { name: 'stop-webhooks', cron: '* * * * *', run: async (parts) => (await stopDeafWebhooks(parts)) || null },
  { name: 'remind-answers', cron: '*/5 * * * *', run: async (parts) => (await remindAnswersDue(parts)) || null },
  { name: 'remind-carts', cron: '*/10 * * * *', run: async (parts) => (await remindFullCarts(parts)) || null },
  { name: 'remind-vacations', cron: '0 17-20 * * *', run: async (parts) => (await remindVacations(parts)) || null },
  { name: 'show-reviews', cron: '* * * * *', run: async (parts) => (await showDueReviews(parts)) || null },
  { name: 'remind-reviews', cron: '20 10-14 * * *', run: async (parts) => (await remindReviews(parts)) || null },
  { name: 'forget-old-notices', cron: '38 4 * * *', run: forgetOldNotifications },
  { name: 'forget-old-webhooks', cron: '39 4 * * *', run: forgetOldWebhooks },
  { name: 'forget-old-links', cron: '40 4 * * *', run: forgetOldLinks },
  { name: 'forget-old-mails', cron: '37 4 * * *', run: forgetOldMails },
  { name: 'apply-prices', cron: '*/5 * * * *', run: applyPrices },
  // four minutes each time, until nothing is due
  {
    name: 'close-periods',
    cron: `*/5 ${invoiceHour}-6 * * *`,
    run: async (parts) => {
      const until = new Date(Date.now() + 240_000)
      const closed = await closeDuePeriods({ ...parts, actor: { kind: 'system' } }, parts.operator, until)
      return closed.invoices + closed.failed.length > 0 ? closed : null
    },
  },
  // twenty seconds of each minute: drawing takes the processor from those who wait for pages
  {
    name: 'draw-documents',
    cron: '* * * * *',
    run: async ({ files, origin, renderPdf, ...parts }) => {
      if (origin === null) return null
      const until = new Date(Date.now() + 20_000)
      const { drawn, failed } = await drawFreshFiles(parts, { files, origin, pdfOf: renderPdf }, until)
      const reasons = failed.map(({ id, why }) => `${id}: ${why}`)
      if (failed.length > 0) throw new AggregateError(reasons, `${failed.length} documents could not be drawn`)
      return drawn > 0 ? { drawn } : null
    },
  },
  { name: 'close-harvests', cron: '3 0 * * *', run: closeHarvests },
  {
    name: 'make-photo-sizes',
    cron: '* * * * *',
    run: (parts) => makeLaterSizes(parts, parts.files),
  },
  { name: 'sweep-photos', cron: '47 4 * * *', run: (parts) => sweepPhotos(parts, parts.files) },
  { name: 'forget-old-drafts', cron: '32 4 * * *', run: forgetOldDrafts },
  { name: 'forget-unproven-accounts', cron: '42 4 * * *', run: forgetUnproven },
  // begun by the import of a large file of a bank; goes on with any whose matching was interrupted
  { name: 'match-imports', cron: '* * * * *', run: async (parts) => (await matchOpenFiles(parts)) || null },
  // after the periods were closed, before any restaurant is reminded
  { name: 'spend-credits', cron: '20 7 * * *', run: async (parts) => (await spendCredits(parts)) || null },
  { name: 'remind-invoices', cron: '0 9 * * *', run: async (parts) => (await remindInvoices(parts)) || null },
  {
    name: 'write-order-stops',
    cron: '5 * * * *',
    run: async (parts) => {
      const done = await writeOrderStops(parts)
      return done.stopped + done.released > 0 ? done : null
    },
  },
  { name: 'remind-permits', cron: '7 8 * * *', run: remindPermits },
  // days change at midnight; the other hours catch up after a stop
  { name: 'settle-lapsed-goods', cron: '1 * * * *', run: settleAllLapsedGoods },
  { name: 'scales', cron: '40 6 * * *', run: settleScales },
  { name: 'food-facts', cron: '20 6 * * *', run: settleFoodFacts },
  { name: 'sweep-photo-parts', cron: '49 4 * * *', run: (parts) => sweepPhotoParts(parts, parts.files) },
  { name: 'sweep-documents', cron: '52 4 * * *', run: (parts) => sweepDocuments(parts, parts.files) },
  { name: 'sweep-issued-files', cron: '55 4 * * *', run: (parts) => sweepIssuedFiles(parts, parts.files) },
]
