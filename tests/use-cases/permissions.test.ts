import { expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { safeFetch } from '../../app/infra/safe-fetch.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { fileStore } from '../../app/infra/storage/file-store.server.ts'
import { readEmail } from '../../app/kernel/email.ts'
import { Forbidden, NotFound, Unauthenticated } from '../../app/kernel/errors.ts'
import {
  type FarmId,
  type InquiryId,
  type IssuedDocumentId,
  type KitchenId,
  type LotId,
  newId,
  type OrderId,
  type OrderLineId,
  type ParcelId,
  type ProductId,
  type PurchaseId,
  type RecallId,
  type RequestAnswerId,
  type RequestId,
  type RestaurantId,
  type ShoppingListId,
  type StandingOrderId,
} from '../../app/kernel/ids.ts'
import { readInvoiceNumber } from '../../app/kernel/invoice-number.ts'
import { jstDate, type MinuteOfDay } from '../../app/kernel/jst.ts'
import type { Phone } from '../../app/kernel/phone.ts'
import { yen } from '../../app/kernel/yen.ts'
import { actFor, standInActions } from '../../app/modules/admin/act-for/act-for.server.ts'
import { answerCorrectionFor } from '../../app/modules/admin/act-for/answer-correction-for.server.ts'
import { auditInChunks, auditTrail, findSubjects, nameOfSubject } from '../../app/modules/admin/audit.server.ts'
import { checkInstallation } from '../../app/modules/admin/check-installation.server.ts'
import { closeAccount, closingFacts } from '../../app/modules/admin/close-account.server.ts'
import { replaceDocument } from '../../app/modules/admin/documents/replace-document.server.ts'
import { closeOrganisation } from '../../app/modules/admin/organisations/close-organisation.server.ts'
import {
  organisationAccount,
  organisationApplication,
  workplaceOfPerson,
} from '../../app/modules/admin/organisations/organisation-detail.server.ts'
import { readOrganisationFilter } from '../../app/modules/admin/organisations/organisation-filter.ts'
import {
  nextWaiting,
  organisationCounts,
  organisationListPage,
  organisationsByRef,
  organisationsInChunks,
} from '../../app/modules/admin/organisations/organisation-list.server.ts'
import { organisationPeople } from '../../app/modules/admin/organisations/organisation-people.server.ts'
import { removeView, savedViews, saveView } from '../../app/modules/admin/organisations/saved-views.server.ts'
import { setHub } from '../../app/modules/admin/organisations/set-hub.server.ts'
import { unagreedMembers } from '../../app/modules/admin/organisations/unagreed-members.server.ts'
import { personalData } from '../../app/modules/admin/personal-data.server.ts'
import { longestWaiting, waitingForMe } from '../../app/modules/admin/waiting.server.ts'
import type { Permission } from '../../app/modules/audit-log/use-case.server.ts'
import { billingDesk, closeNow } from '../../app/modules/billing/billing-desk.server.ts'
import { currentPeriod } from '../../app/modules/billing/current-period.server.ts'
import {
  invoiceById,
  invoiceInPlaceOf,
  ownInvoices,
  ownUnpaid,
} from '../../app/modules/billing/invoice-queries.server.ts'
import { issueReceipt } from '../../app/modules/billing/issue-receipt.server.ts'
import { payablesByState, receivablesByAge } from '../../app/modules/bookkeeping/ageing.server.ts'
import { agreement } from '../../app/modules/bookkeeping/agreement.server.ts'
import {
  bookSettings,
  platformBookSettings,
  saveBookSettings,
  savePlatformBookSettings,
} from '../../app/modules/bookkeeping/book-settings.server.ts'
import { closeDesk, closeLedgerMonth } from '../../app/modules/bookkeeping/close-month.server.ts'
import { billingExceptions, moneyExceptions } from '../../app/modules/bookkeeping/exceptions.server.ts'
import { bookFile, exportBooks, previewBooks } from '../../app/modules/bookkeeping/export-books.server.ts'
import { beginJobAgain, failedJobs } from '../../app/modules/bookkeeping/failed-jobs.server.ts'
import { salesByMonth } from '../../app/modules/bookkeeping/gross-sales.server.ts'
import { platformBookFile, previewPlatformBooks } from '../../app/modules/bookkeeping/platform-books.server.ts'
import { accountLines, entryDetail, trialBalance } from '../../app/modules/bookkeeping/trial-balance.server.ts'
import { cartQuote, cartQuoteWith } from '../../app/modules/cart/cart-queries.server.ts'
import {
  setCartLine,
  setFarmWish,
  setLineAndQuote,
  setShortageInstruction,
  setWishedDay,
} from '../../app/modules/cart/change-cart.server.ts'
import { chooseRun } from '../../app/modules/cart/choose-run.server.ts'
import { holdCart } from '../../app/modules/cart/hold-cart.server.ts'
import { putGoods } from '../../app/modules/cart/put-goods.server.ts'
import { reorder } from '../../app/modules/cart/reorder.server.ts'
import { setCart } from '../../app/modules/cart/set-cart.server.ts'
import { storedChange } from '../../app/modules/cart/stored-change.server.ts'
import { lineInstruction } from '../../app/modules/cart/substitute-choices.server.ts'
import { agreeToPages } from '../../app/modules/content/agree-to-pages.server.ts'
import {
  announce,
  changeAnnouncement,
  closeAnnouncement,
  withdrawAnnouncement,
} from '../../app/modules/content/announce.server.ts'
import { audienceCounts } from '../../app/modules/content/announcement-mails.server.tsx'
import {
  announcementForStaff,
  announcementsForStaff,
  ownAnnouncements,
} from '../../app/modules/content/announcement-queries.server.ts'
import { pageForStaff, pagesForStaff } from '../../app/modules/content/page-desk.server.ts'
import { publishPage } from '../../app/modules/content/publish-page.server.ts'
import { creditList, creditTerms } from '../../app/modules/credit/credit-list.server.ts'
import { ownCredit } from '../../app/modules/credit/credit-standing.server.ts'
import {
  answerLimitRequest,
  askForLimit,
  openLimitRequests,
  ownLimitRequest,
} from '../../app/modules/credit/limit-requests.server.ts'
import { releaseOrdering, stopOrdering } from '../../app/modules/credit/order-stops.server.ts'
import { ownReminders } from '../../app/modules/credit/own-reminders.server.ts'
import { creditForStaff, setCreditLimit, setCreditTerms } from '../../app/modules/credit/set-limit.server.ts'
import { endWay, farmWays, farmWaysTo, openWay } from '../../app/modules/delivery/farm-ways.server.ts'
import {
  chooseFreightCarrier,
  freightCarriers,
  freightStart,
  freightTable,
  freightTables,
  saveFreightTable,
} from '../../app/modules/delivery/freight-tables.server.ts'
import { simulateFreight } from '../../app/modules/delivery/simulate-freight.server.ts'
import { cancelGroupBuy } from '../../app/modules/group-buying/end-group-buy.server.ts'
import { groupOfOrder } from '../../app/modules/group-buying/group-of-order.server.ts'
import { groupBuy, ownGroupBuys } from '../../app/modules/group-buying/group-queries.server.ts'
import { groupToOpen } from '../../app/modules/group-buying/group-to-open.server.ts'
import { joinGroupBuy, leaveGroupBuy } from '../../app/modules/group-buying/join-group-buy.server.ts'
import { openGroupBuy } from '../../app/modules/group-buying/open-group-buy.server.ts'
import { endOwnCalendar, ownCalendars } from '../../app/modules/identity/access-keys.server.ts'
import { accountChanges } from '../../app/modules/identity/account-changes/account-change-list.server.ts'
import {
  confirmAccountChange,
  requestAccountChange,
  withdrawAccountChange,
} from '../../app/modules/identity/account-changes/request-account-change.server.ts'
import {
  ownAccountChange,
  stopOwnAccountChange,
} from '../../app/modules/identity/account-changes/stop-account-change.server.ts'
import { adminList } from '../../app/modules/identity/admins/admin-list.server.ts'
import { changeAdminRole, disableAdmin, enableAdmin } from '../../app/modules/identity/admins/disable-admin.server.ts'
import { inviteAdminOnScreen } from '../../app/modules/identity/admins/invite-admin.server.tsx'
import { askAdminForPasskey, proveAdminAgain } from '../../app/modules/identity/admins/prove-admin-again.server.ts'
import { apiTokensOf, makeApiToken, revokeApiToken, tokenSide } from '../../app/modules/identity/api-tokens.server.ts'
import { changePassword } from '../../app/modules/identity/change-password.server.ts'
import { demoBackupCode, demoCodes } from '../../app/modules/identity/demo-codes.server.ts'
import { endOtherSessions, endOwnSession } from '../../app/modules/identity/end-sessions.server.ts'
import { factorsOf, newBackupCodes, removeTotp } from '../../app/modules/identity/factors/change-factors.server.ts'
import { beginTotp, confirmTotp, totpUnderWay } from '../../app/modules/identity/factors/enrol-totp.server.ts'
import {
  addPasskey,
  offerPasskey,
  passkeysOf,
  removePasskey,
  renamePasskey,
} from '../../app/modules/identity/factors/passkeys.server.ts'
import { beginImpersonation } from '../../app/modules/identity/impersonation/begin-impersonation.server.ts'
import { endImpersonation } from '../../app/modules/identity/impersonation/end-impersonation.server.ts'
import {
  linkIdentity,
  ownIdentities,
  unlinkIdentity,
} from '../../app/modules/identity/login-methods/link-identity.server.ts'
import {
  askToProve,
  ownProofWays,
  proveByIdentity,
  proveByPasskey,
} from '../../app/modules/identity/login-methods/prove-another-way.server.ts'
import { keptMessages } from '../../app/modules/identity/login-methods/text-messages.server.ts'
import type { VerifiedIdentity } from '../../app/modules/identity/login-methods/verified-identity.ts'
import { myFarm, myRestaurant } from '../../app/modules/identity/me.server.ts'
import { ownAccount, ownConsents, ownDevices } from '../../app/modules/identity/own-account.server.ts'
import { proveAgain } from '../../app/modules/identity/prove-again.server.ts'
import { requestEmailChange } from '../../app/modules/identity/request-email-change.server.ts'
import { saveAnnouncementMails } from '../../app/modules/identity/save-announcement-mails.server.ts'
import { saveAppearance } from '../../app/modules/identity/save-appearance.server.ts'
import { saveName } from '../../app/modules/identity/save-name.server.ts'
import { myWorkplaces, switchWorkplace } from '../../app/modules/identity/workplaces.server.ts'
import {
  deliverySlipsOf,
  deliverySlipsOfAll,
  issueDeliverySlip,
} from '../../app/modules/issued-documents/delivery-slip.server.ts'
import { documentFile } from '../../app/modules/issued-documents/document-file.server.ts'
import { documentsArchive } from '../../app/modules/issued-documents/documents-archive.server.ts'
import { findDocuments } from '../../app/modules/issued-documents/find-documents.server.ts'
import { outdatedDocuments } from '../../app/modules/issued-documents/outdated-documents.server.ts'
import { issuedDocument } from '../../app/modules/issued-documents/read-issued.server.ts'
import { needsReplacement, voidDocument } from '../../app/modules/issued-documents/void-document.server.ts'
import { editMessage, removeMessage } from '../../app/modules/messaging/change-message.server.ts'
import { setConversationClosed } from '../../app/modules/messaging/close-conversation.server.ts'
import {
  conversationWith,
  myConversations,
  newerMessages,
  olderMessages,
  ordersToShow,
  productToShow,
  searchConversations,
} from '../../app/modules/messaging/conversation-queries.server.ts'
import { markRead, markReceived, sayTyping } from '../../app/modules/messaging/mark-conversation.server.ts'
import {
  closeReport,
  inspectConversation,
  reportedConversations,
  reportsBetween,
  reportsWaiting,
} from '../../app/modules/messaging/moderate-conversations.server.ts'
import {
  addModerationTerm,
  moderationTerms,
  removeModerationTerm,
} from '../../app/modules/messaging/moderation-terms.server.ts'
import { reportConversation } from '../../app/modules/messaging/report-conversation.server.ts'
import { restaurantFrame } from '../../app/modules/messaging/restaurant-frame.server.ts'
import { sendMessage } from '../../app/modules/messaging/send-message.server.ts'
import { openNotification, ownNotifications, readNotices } from '../../app/modules/notifications/centre.server.ts'
import { mailDetail, newestMails } from '../../app/modules/notifications/mail-queries.server.ts'
import {
  keepBrowser,
  keepFax,
  keepPhone,
  makeLineCode,
  ownAddresses,
  removeAddress,
} from '../../app/modules/notifications/notification-addresses.server.ts'
import {
  notificationSettings,
  saveNotificationSettings,
} from '../../app/modules/notifications/notification-settings.server.ts'
import { sendAgain, undelivered } from '../../app/modules/notifications/undelivered.server.ts'
import {
  endWebhook,
  makeWebhook,
  ownWebhooks,
  replayDelivery,
  resumeWebhook,
  webhookDeliveries,
  webhookSide,
} from '../../app/modules/notifications/webhooks/keep-webhook.server.ts'
import { acceptOrder, reportShortage } from '../../app/modules/ordering/accept-order.server.ts'
import { makeAdjustment, previewAdjustment } from '../../app/modules/ordering/adjustments/make-adjustment.server.ts'
import {
  answerAdjustmentRequest,
  requestAdjustment,
  withdrawAdjustmentRequest,
} from '../../app/modules/ordering/adjustments/request-adjustment.server.ts'
import { answerProposal, proposalChoices, turnDownProposal } from '../../app/modules/ordering/answer-proposal.server.ts'
import {
  approvePurchase,
  lapseOrder,
  sendBackPurchase,
  withdrawPurchase,
} from '../../app/modules/ordering/approve-purchase.server.ts'
import {
  answerReschedule,
  changeDelivery,
  deliveryChoices,
  withdrawReschedule,
} from '../../app/modules/ordering/change-delivery.server.ts'
import { changeOrder, previewChange } from '../../app/modules/ordering/change-order.server.ts'
import {
  answerClaim,
  escalateClaim,
  recheckClaim,
  takeOffer,
  withdrawClaim,
} from '../../app/modules/ordering/claims/answer-claim.server.ts'
import {
  ownClaimLimit,
  platformClaimLimit,
  setClaimLimit,
  setPlatformClaimLimit,
} from '../../app/modules/ordering/claims/claim-limits.server.ts'
import {
  claimCounts,
  claimDesk,
  claimDetail,
  claimsOfOrder,
  claimsToAnswer,
  findClaims,
} from '../../app/modules/ordering/claims/claim-queries.server.ts'
import { decideClaim } from '../../app/modules/ordering/claims/decide-claim.server.ts'
import { openClaim } from '../../app/modules/ordering/claims/open-claim.server.ts'
import { previewDecision } from '../../app/modules/ordering/claims/preview-decision.server.ts'
import { sendParcelBack } from '../../app/modules/ordering/claims/send-back.server.ts'
import { dryRunOrder, dryRunQuote } from '../../app/modules/ordering/dry-run/dry-run-order.server.ts'
import {
  answerCancel,
  askToCancel,
  cancelOrder,
  declineOrder,
  expireOrder,
  giveUpOrder,
  neverShipped,
  overruleOrder,
} from '../../app/modules/ordering/end-order.server.ts'
import { arrangeParcels, parcelArrangement } from '../../app/modules/ordering/fulfilment/arrange-parcels.server.ts'
import { arrivalsOfDay } from '../../app/modules/ordering/fulfilment/arrivals.server.ts'
import { dropRest } from '../../app/modules/ordering/fulfilment/drop-rest.server.ts'
import { farmBoard } from '../../app/modules/ordering/fulfilment/farm-board.server.ts'
import { handOverOf, handOverOrder } from '../../app/modules/ordering/fulfilment/hand-over.server.ts'
import { handOverRun } from '../../app/modules/ordering/fulfilment/hand-over-run.server.ts'
import { harvestNeeds } from '../../app/modules/ordering/fulfilment/harvest-list.server.ts'
import { importLabels, planLabelImport } from '../../app/modules/ordering/fulfilment/labels/import-labels.server.ts'
import {
  labelDay,
  labelFileOfDay,
  parcelsOfDay,
} from '../../app/modules/ordering/fulfilment/labels/label-day.server.ts'
import {
  chooseCarrier,
  labelSettings,
  saveLabelSettings,
} from '../../app/modules/ordering/fulfilment/labels/label-settings.server.ts'
import { shipLabelled } from '../../app/modules/ordering/fulfilment/labels/ship-labelled.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import {
  bookPickup,
  cancelPickup,
  pickupsAmong,
  pickupsOfDay,
} from '../../app/modules/ordering/fulfilment/pickup/book-pickup.server.ts'
import { savePickupSettings } from '../../app/modules/ordering/fulfilment/pickup/pickup-settings.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { receiptOf, receiptsOfMonth } from '../../app/modules/ordering/fulfilment/receipts.server.ts'
import { receiveMany } from '../../app/modules/ordering/fulfilment/receive-many.server.ts'
import { endWithoutRest, receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { shipOrder } from '../../app/modules/ordering/fulfilment/ship-order.server.ts'
import { shipPart, shipRest } from '../../app/modules/ordering/fulfilment/ship-part.server.ts'
import { stepMany } from '../../app/modules/ordering/fulfilment/step-many.server.ts'
import { noteParcelState } from '../../app/modules/ordering/fulfilment/tracking/note-parcel-state.server.ts'
import { keepOrder } from '../../app/modules/ordering/keep-order.server.ts'
import {
  arrivals,
  askedOrders,
  farmWaiting,
  farmWork,
  lastSentBack,
  nextToInspect,
  waitingForApproval,
} from '../../app/modules/ordering/open-orders.server.ts'
import {
  historyFilters,
  historyOfFarm,
  historyOfRestaurant,
  lastPurchases,
} from '../../app/modules/ordering/order-history.server.ts'
import {
  orderDetail,
  ordersOfPurchase,
  placedOrders,
  purchaseOf,
} from '../../app/modules/ordering/order-queries.server.ts'
import { lockOrder } from '../../app/modules/ordering/order-store.server.ts'
import { aYearAgo } from '../../app/modules/ordering/past/a-year-ago.server.ts'
import {
  calendarFeed,
  makeCalendarFeed,
  revokeCalendarFeed,
} from '../../app/modules/ordering/past/calendar-feed.server.ts'
import { findOrders, foundInChunks } from '../../app/modules/ordering/past/find-orders.server.ts'
import { priceHistory, purchaseAnalysis } from '../../app/modules/ordering/past/purchase-analysis.server.ts'
import { placeOrder } from '../../app/modules/ordering/place-order.server.ts'
import { acceptWithDay, answerDay, proposeDay } from '../../app/modules/ordering/propose-day.server.ts'
import { harvestShare, shareHarvest } from '../../app/modules/ordering/share-harvest.server.ts'
import { shortenOrder, shortOrders } from '../../app/modules/ordering/short-orders.server.ts'
import { setSignUpCommission, signUpCommissionForStaff } from '../../app/modules/ordering/sign-up-commission.server.ts'
import { ordersUnderWay } from '../../app/modules/ordering/staff-counts.server.ts'
import { orderExceptions } from '../../app/modules/ordering/staff-exceptions.server.ts'
import { staffOrders, staffOrdersById, staffOrdersInChunks } from '../../app/modules/ordering/staff-orders.server.ts'
import {
  changeStandingInstruction,
  standingInstruction,
} from '../../app/modules/ordering/standing-instruction.server.ts'
import { undoAccept } from '../../app/modules/ordering/undo-accept.server.ts'
import { undoAnswer } from '../../app/modules/ordering/undo-answer.server.ts'
import { accountValues, editAccount } from '../../app/modules/organisations/account/edit-account.server.ts'
import { liftPerson, suspendPerson } from '../../app/modules/organisations/account/suspend-person.server.ts'
import { readApplication } from '../../app/modules/organisations/approval/application.server.ts'
import { approveGreen, decideApplication } from '../../app/modules/organisations/approval/decide-application.server.ts'
import {
  checkDocument,
  messageOrganisations,
  messageReceivers,
  noteOrganisation,
  recordPhoneCheck,
  recordScreening,
} from '../../app/modules/organisations/approval/staff-steps.server.ts'
import {
  answerCommission,
  commissionOfFarm,
  ownCommission,
  proposeCommission,
  withdrawCommission,
} from '../../app/modules/organisations/commission/agreements.server.ts'
import { ownLapsedGoods } from '../../app/modules/organisations/documents/farm-papers.server.ts'
import {
  keepDocument,
  ownDocuments,
  removeDocument,
} from '../../app/modules/organisations/documents/keep-document.server.ts'
import { farmFirstSteps, restaurantFirstSteps } from '../../app/modules/organisations/first-steps/first-steps.server.ts'
import { acceptMemberInvitation } from '../../app/modules/organisations/members/accept-invitation.server.ts'
import {
  changeMember,
  leaveOrganisation,
  removeMember,
} from '../../app/modules/organisations/members/change-member.server.ts'
import {
  inviteMember,
  resendInvitation,
  revokeInvitation,
  showInvitation,
} from '../../app/modules/organisations/members/invite-member.server.ts'
import { memberList } from '../../app/modules/organisations/members/member-list.server.ts'
import { ownerNames } from '../../app/modules/organisations/members/owner-names.server.ts'
import {
  endRegistration,
  ownRegistration,
  recordRegistration,
  registrationOfFarm,
} from '../../app/modules/organisations/registration/change-registration.server.ts'
import {
  addClosure,
  addKitchen,
  closeKitchen,
  ownKitchen,
  removeClosure,
  saveKitchen,
} from '../../app/modules/organisations/restaurant/kitchen.server.ts'
import { handInLicence, withdrawLicence } from '../../app/modules/organisations/restaurant/licence.server.ts'
import { removeLogo, setLogo, turnLogo } from '../../app/modules/organisations/restaurant/logo.server.ts'
import {
  restaurantAccount,
  saveBilling,
  saveLegal,
  saveShop,
} from '../../app/modules/organisations/restaurant/restaurant-account.server.ts'
import {
  addScale,
  inspectScale,
  ownScales,
  ownScaleWarning,
  ownWeighing,
  retireScale,
} from '../../app/modules/organisations/scales/scales.server.ts'
import { changeUnprovenAddress } from '../../app/modules/organisations/sign-up/change-address.server.ts'
import { mendApplication } from '../../app/modules/organisations/sign-up/mend-application.server.ts'
import {
  myApplication,
  myProfile,
  ownOrganisation,
} from '../../app/modules/organisations/sign-up/my-application.server.ts'
import { registerByPhone } from '../../app/modules/organisations/sign-up/register-by-phone.server.tsx'
import { shownApplication } from '../../app/modules/organisations/sign-up/shown-application.server.ts'
import { dayOrders } from '../../app/modules/packing-papers/day-orders.server.ts'
import { dayPapers, outlineTest } from '../../app/modules/packing-papers/day-papers.server.ts'
import { paperDays } from '../../app/modules/packing-papers/paper-days.server.ts'
import { paperSettings } from '../../app/modules/packing-papers/paper-settings.server.ts'
import { preparePapers } from '../../app/modules/packing-papers/prepare-papers.server.ts'
import { runLabels } from '../../app/modules/packing-papers/run-labels.server.ts'
import { bankFilePreview } from '../../app/modules/payments/bank-file-preview.server.ts'
import { cardDesk, cardPaymentOf, retryMovement } from '../../app/modules/payments/card/card-desk.server.ts'
import {
  checkoutIsByCard,
  continueCheckout,
  placeByCard,
} from '../../app/modules/payments/card/place-by-card.server.ts'
import {
  comeBackWithCard,
  removeCard,
  savedCard,
  startSavingCard,
} from '../../app/modules/payments/card/save-card.server.ts'
import { clearCollected, undoCollected } from '../../app/modules/payments/clear-collected.server.ts'
import {
  answerDebit,
  askDebit,
  debitAgreements,
  ownDebit,
  stopDebit,
  withdrawDebit,
} from '../../app/modules/payments/debit/agreement.server.ts'
import { importDebitResult, undoDebitResult } from '../../app/modules/payments/debit/debit-result.server.ts'
import {
  cancelDebitRun,
  debitRunDetail,
  debitRunFile,
  debitRuns,
  makeDebitRun,
  previewDebits,
} from '../../app/modules/payments/debit/debit-run.server.ts'
import { debitSettings, saveDebitSettings } from '../../app/modules/payments/debit/debit-settings.server.ts'
import {
  bankFileList,
  depositDetail,
  depositList,
  findOpenInvoices,
} from '../../app/modules/payments/deposit-queries.server.ts'
import {
  addOwnBankAccount,
  assignVirtualAccount,
  depositSettings,
  switchBankFees,
} from '../../app/modules/payments/deposit-settings.server.ts'
import { importBankFile, uploadBankFile } from '../../app/modules/payments/import-bank-file.server.ts'
import { holdDeposit, matchByHand, offsetDeposits, undoMatch } from '../../app/modules/payments/match-by-hand.server.ts'
import { correctOwnBankAccount, endOwnBankAccount } from '../../app/modules/payments/own-account-changes.server.ts'
import { ownPayments } from '../../app/modules/payments/own-payments.server.ts'
import { spendCreditByHand } from '../../app/modules/payments/spend-credit-by-hand.server.ts'
import { undoWriteOff, writeOffInvoice } from '../../app/modules/payments/write-off.server.ts'
import { invoiceForStaff, writeOffsOfRestaurant } from '../../app/modules/payments/write-off-queries.server.ts'
import {
  askBankAccount,
  cancelBankAccount,
  confirmBankAccount,
  ownBankAccounts,
  stopBankAccount,
  waitingBankAccounts,
} from '../../app/modules/payouts/bank-account.server.ts'
import { cancelPayRun } from '../../app/modules/payouts/cancel-pay-run.server.ts'
import { closeMonths, monthsDue } from '../../app/modules/payouts/close-farms.server.ts'
import {
  openObjections,
  ownNextPayout,
  ownSales,
  salesBreakdown,
  statementDetail,
  statementsForStaff,
  yearFigures,
} from '../../app/modules/payouts/farm-sales.server.ts'
import { longHeld } from '../../app/modules/payouts/long-holds.server.ts'
import { answerObjection, confirmStatement, objectToSlip } from '../../app/modules/payouts/objections.server.ts'
import {
  makePayRun,
  markPayRunSent,
  payRunDetail,
  payRuns,
  previewPayRun,
  releasePayRun,
  returnPayout,
} from '../../app/modules/payouts/pay-run.server.ts'
import { payRunFile } from '../../app/modules/payouts/pay-run-file.server.ts'
import { payoutExceptions } from '../../app/modules/payouts/payout-exceptions.server.ts'
import { payoutSettings, savePayoutSettings } from '../../app/modules/payouts/payout-settings.server.ts'
import { payoutsOf } from '../../app/modules/payouts/payouts-of.server.ts'
import type { FileStore } from '../../app/modules/photos/file-store.ts'
import { type PhotoKey, parsePhotoKey } from '../../app/modules/photos/photo.ts'
import {
  approvalDesk,
  confirmGoods,
  holdGoods,
  releaseGoods,
  returnGoods,
} from '../../app/modules/products/approval/approval.server.ts'
import {
  moveProduceItem,
  produceShelf,
  removeProduceItem,
  saveProduceItem,
  shelfCounts,
} from '../../app/modules/products/catalog/curate-produce.server.ts'
import { myFavourites, setFavourite } from '../../app/modules/products/catalog/favourites.server.ts'
import { listProducts } from '../../app/modules/products/catalog/product-list.server.ts'
import { farmDetail, productDetail } from '../../app/modules/products/catalog/product-page.server.ts'
import { addWatch, myWatches, removeWatch, stopWatching } from '../../app/modules/products/catalog/watches.server.ts'
import { ownFacts, saveFacts } from '../../app/modules/products/farm-page/farm-facts.server.ts'
import {
  handInCertificate,
  ownIntro,
  publishIntro,
  saveAnswers,
  saveLinks,
  saveMethod,
} from '../../app/modules/products/farm-page/farm-page.server.ts'
import {
  farmShipping,
  ordersHitBySaving,
  ownRests,
  saveShipping,
  saveWeek,
} from '../../app/modules/products/farm-shipping.server.ts'
import { factGraceCounts, ownFactGraces, ownOrigin } from '../../app/modules/products/food-labelling.server.ts'
import { reportNoHarvest } from '../../app/modules/products/harvest/cannot-harvest.server.ts'
import {
  changeHarvest,
  ownHarvests,
  promiseHarvest,
  repeatHarvest,
  withdrawHarvest,
} from '../../app/modules/products/harvest/harvest.server.ts'
import { addLot, askedLotFacts, changeLot, ownLots } from '../../app/modules/products/harvest/lots.server.ts'
import { goodsInChunks, importGoods, planImport } from '../../app/modules/products/import-products.server.ts'
import { moveGoods, publishDraft, saveGoods } from '../../app/modules/products/keep-products.server.ts'
import { goodsCounts, oneOfOwnGoods, ownGoods, ownGoodsPage } from '../../app/modules/products/own-products.server.ts'
import { dropPhotoParts, joinPhotoParts, keepPhotoPart } from '../../app/modules/products/photo-parts.server.ts'
import { farmTerms, freightPreview, priceBand } from '../../app/modules/products/price-band.server.ts'
import { goodsAudience, setAudience } from '../../app/modules/products/prices/audience.server.ts'
import { agreeOwnPrice, endOwnPrice, ownPricesOf } from '../../app/modules/products/prices/own-prices.server.ts'
import { plannedPrices, planPrice, withdrawPrice } from '../../app/modules/products/prices/price-changes.server.ts'
import { regulars } from '../../app/modules/products/prices/regulars.server.ts'
import { priceTiers, setTiers } from '../../app/modules/products/prices/tiers.server.ts'
import {
  beginGoodsDraft,
  duplicateGoods,
  ownDraft,
  ownDrafts,
  removeGoodsDraft,
  saveGoodsDraft,
} from '../../app/modules/products/product-draft.server.ts'
import { addPhoto, changePhoto } from '../../app/modules/products/product-photos.server.ts'
import { changeRows, placeInList, stepStock } from '../../app/modules/products/state-stock.server.ts'
import { switchApproval } from '../../app/modules/products/switches.server.ts'
import {
  addVacation,
  declineHit,
  ordersHitBy,
  ordersHitByWeek,
  ownVacations,
  removeVacation,
} from '../../app/modules/products/vacation/vacations.server.ts'
import {
  closeReviewReport,
  hideReview,
  moderationDesk,
  restoreReview,
  reviewForStaff,
  reviewsInChunks,
} from '../../app/modules/reviews/moderate-reviews.server.ts'
import { ownReviews, reviewsOfOrder, reviewsWaiting } from '../../app/modules/reviews/own-reviews.server.ts'
import { replyToReview } from '../../app/modules/reviews/reply-to-review.server.ts'
import { reportReview } from '../../app/modules/reviews/report-review.server.ts'
import { readReviewFilter } from '../../app/modules/reviews/review-filter.ts'
import { writeReview } from '../../app/modules/reviews/write-review.server.ts'
import { endRun, inviteFarm, joinRun, leaveRun, openRun } from '../../app/modules/runs/keep-runs.server.ts'
import {
  daysOfRides,
  ridesOfDay,
  runDetail,
  runsOfFarm,
  upcomingLoads,
} from '../../app/modules/runs/run-queries.server.ts'
import {
  makeFromHistory,
  makeFromPurchase,
  makeList,
  placeShoppingListLines,
  removeList,
  removeShoppingListLine,
  renameList,
  setShoppingListLine,
} from '../../app/modules/shopping-lists/change-list.server.ts'
import { listIntoCart } from '../../app/modules/shopping-lists/into-cart.server.ts'
import { openList } from '../../app/modules/shopping-lists/open-list.server.ts'
import { shoppingListNow } from '../../app/modules/shopping-lists/shopping-list-now.server.ts'
import {
  listsWithProduct,
  oftenOrdered,
  shoppingList,
  shoppingLists,
} from '../../app/modules/shopping-lists/shopping-lists.server.ts'
import {
  changeStanding,
  endStanding,
  makeStanding,
  pauseStanding,
  skipStanding,
  standingOrders,
  unskipStanding,
} from '../../app/modules/shopping-lists/standing-orders.server.ts'
import { usualQuantities } from '../../app/modules/shopping-lists/usual-quantities.server.ts'
import { acceptAnswer } from '../../app/modules/sourcing/accept-answer.server.ts'
import { answerRequest, declineRequest, withdrawAnswer } from '../../app/modules/sourcing/answer-request.server.ts'
import { askRequest, changeRequest } from '../../app/modules/sourcing/ask-request.server.ts'
import { askedRequest, askedRequests, requestsWaiting } from '../../app/modules/sourcing/asked-requests.server.ts'
import { removeRequest, withdrawRequest } from '../../app/modules/sourcing/close-request.server.ts'
import { demand } from '../../app/modules/sourcing/demand.server.ts'
import { ownRequest, ownRequests, whatToAsk } from '../../app/modules/sourcing/own-requests.server.ts'
import { staffRequests } from '../../app/modules/sourcing/request-queries.server.ts'
import {
  answerInquiry,
  assignInquiry,
  moveInquiry,
  noteInquiry,
} from '../../app/modules/support/handle-inquiry.server.ts'
import {
  assignableAdmins,
  inquiriesAbout,
  inquiryCounts,
  inquiryDetail,
  inquiryQueue,
  myInquiries,
} from '../../app/modules/support/inquiry-queries.server.ts'
import { sendInquiry } from '../../app/modules/support/send-inquiry.server.ts'
import { badgesOfShop } from '../../app/modules/traceability/badges/shop-badges.server.ts'
import { showFarms } from '../../app/modules/traceability/badges/show-farms.server.ts'
import {
  allLots,
  farmLots,
  lotDetail,
  receivedInChunks,
  receivedLots,
} from '../../app/modules/traceability/lot-lists.server.ts'
import { affectedBy } from '../../app/modules/traceability/recalls/affected.server.ts'
import {
  answerRecall,
  hearAnswer,
  markRecallRead,
} from '../../app/modules/traceability/recalls/answer-recall.server.ts'
import { beginRecall } from '../../app/modules/traceability/recalls/begin-recall.server.ts'
import { closeRecall } from '../../app/modules/traceability/recalls/close-recall.server.ts'
import {
  allRecalls,
  farmRecalls,
  ownRecall,
  ownRecalls,
  recallDetail,
  recallToAnswer,
} from '../../app/modules/traceability/recalls/recall-queries.server.ts'
import { anInvoice } from '../factories/charge.ts'
import { aGroupBuyInput } from '../factories/group-buy.ts'
import { aFarm, aKey, aLot, aMarket, anAdmin, anIp, aPerson, aRestaurant, as, noon } from '../factories/market.ts'
import { aRunInput } from '../factories/run.ts'
import { testDatabase } from '../support/database.ts'
import { inputOf } from '../support/input.ts'
import { testEncryption } from '../support/mailed.ts'
import { fillCart, must, placeAll, there } from './steps.ts'

const test_ = testDatabase()

/** The subjects of the use cases below: an order of this market, and its cart. */
type Scene = {
  orderId: OrderId
  invoiceId: IssuedDocumentId
  purchaseId: PurchaseId
  lineId: OrderLineId
  parcelId: ParcelId
  kitchenId: KitchenId
  farmId: FarmId
  productId: ProductId
  inquiryId: InquiryId
  listId: ShoppingListId
  standingId: StandingOrderId
  lotId: LotId
  recallId: RecallId
  restaurantId: RestaurantId
  requestId: RequestId
  answerId: RequestAnswerId
}
type Ask = (ctx: Ctx, it: Scene) => Promise<unknown>

const noReasons = { orders: '', claims: '', deposits: '', invoices: '', statements: '', cards: '', replay: '' }
const seen = { totalYen: 0, lines: [], farms: [] }

/** The farm's steps on an order. */
const byFarm: Record<string, Ask> = {
  handOverOrder: (ctx, { orderId }) =>
    handOverOrder(ctx, {
      ...{ orderId, day: jstDate('2026-11-26'), time: (10 * 60) as MinuteOfDay, receivedBy: '灯', key: aKey() },
    }),
  acceptOrder: (ctx, { orderId }) => acceptOrder(ctx, { orderId, key: aKey(), lines: [] }),
  declineOrder: (ctx, { orderId }) => declineOrder(ctx, { orderId, key: aKey(), reason: '収穫不足' }),
  prepareOrder: (ctx, { orderId }) => prepareOrder(ctx, { orderId, key: aKey() }),
  requestAdjustment: (ctx, { orderId, lineId }) =>
    requestAdjustment(ctx, {
      ...{ orderId, reason: '箱の破損', key: aKey() },
      lines: [{ lineId, kind: 'return', qty: 1, grams: null }],
    }),
  withdrawAdjustmentRequest: (ctx, { orderId }) =>
    withdrawAdjustmentRequest(ctx, { orderId, requestId: newId(), key: aKey() }),
  undoAccept: (ctx, { orderId }) => undoAccept(ctx, { orderId, key: aKey() }),
  shortenOrder: (ctx, { orderId, lineId }) =>
    shortenOrder(ctx, {
      ...{ orderId, version: 1, reason: 'weather', key: aKey() },
      lines: [{ lineId, qty: 0, substitute: null }],
    }),
  packOrder: (ctx, { orderId, lineId }) =>
    packOrder(ctx, {
      orderId,
      key: aKey(),
      lines: [{ lineId, qty: 1, grams: null, reason: 'harvest', lot: 'today' }],
    }),
  shipOrder: (ctx, { orderId, parcelId }) =>
    shipOrder(ctx, {
      orderId,
      key: aKey(),
      parcels: [{ parcelId, carrier: 'yamato', trackingNumber: '444413758703', confirmed: true }],
    }),
  shipPart: (ctx, { orderId, lineId, parcelId }) =>
    shipPart(ctx, {
      orderId,
      key: aKey(),
      lines: [{ lineId, qty: 1, grams: null, reason: null, lot: 'today' }],
      parcels: [{ parcelId, carrier: 'yamato', trackingNumber: '444413758703', confirmed: true }],
      restOn: jstDate('2026-11-27'),
    }),
  arrangeParcels: (ctx, { orderId, lineId, parcelId }) =>
    arrangeParcels(ctx, {
      orderId,
      key: aKey(),
      version: 0,
      parcels: [{ parcelId, name: '', temperature: 'ambient', sizeClass: 60, contents: [{ lineId, qty: 1 }] }],
    }),
  chooseCarrier: (ctx, { orderId }) => chooseCarrier(ctx, { orderId, carrier: 'sagawa', key: aKey() }),
  shipRest: (ctx, { orderId }) => shipRest(ctx, { orderId, key: aKey(), lines: [], parcels: [] }),
  dropRest: (ctx, { orderId }) => dropRest(ctx, { orderId, key: aKey(), reason: '霜' }),
  reportShortage: (ctx, { orderId, lineId }) =>
    reportShortage(ctx, { orderId, key: aKey(), lines: [{ lineId, qty: 1, reason: 'harvest' }] }),
  keepOrder: (ctx, { orderId }) => keepOrder(ctx, { orderId, key: aKey() }),
  answerCancel: (ctx, { orderId }) => answerCancel(ctx, { orderId, key: aKey(), agree: true }),
  answerReschedule: (ctx, { orderId }) => answerReschedule(ctx, { orderId, key: aKey(), agree: true }),
  acceptWithDay: (ctx, { orderId }) =>
    acceptWithDay(ctx, { orderId, version: 1, deliveryOn: jstDate('2026-11-28'), key: aKey() }),
  proposeDay: (ctx, { orderId }) =>
    proposeDay(ctx, { orderId, version: 1, deliveryOn: jstDate('2026-11-28'), key: aKey() }),
  giveUpOrder: (ctx, { orderId }) => giveUpOrder(ctx, { orderId, key: aKey(), reason: '大雨' }),
  issueDeliverySlip: (ctx, { orderId }) => issueDeliverySlip(ctx, { orderId, key: aKey() }),
}
const shortHarvest = { shipOn: jstDate('2026-11-25'), available: 1 }
/** The restaurant's steps on an order. */
const byRestaurant: Record<string, Ask> = {
  cancelOrder: (ctx, { orderId }) => cancelOrder(ctx, { orderId, key: aKey() }),
  answerAdjustmentRequest: (ctx, { orderId }) =>
    answerAdjustmentRequest(ctx, { orderId, requestId: newId(), agree: true, words: '', key: aKey() }),
  endWithoutRest: (ctx, { orderId }) => endWithoutRest(ctx, { orderId, key: aKey() }),
  receiveOrder: (ctx, { orderId, lineId }) =>
    receiveOrder(ctx, { orderId, key: aKey(), lines: [{ lineId, verdict: 'damaged', qty: 0, grams: null }] }),
  previewChange: (ctx, { orderId, lineId }) => previewChange(ctx, { orderId, version: 1, lines: [{ lineId, qty: 1 }] }),
  changeOrder: (ctx, { orderId, lineId }) =>
    changeOrder(ctx, { orderId, key: aKey(), version: 1, lines: [{ lineId, qty: 1 }] }),
  deliveryChoices: async (ctx, { orderId }) => deliveryChoices(ctx, await lockOrder(test_.db, orderId)),
  changeDelivery: (ctx, { orderId }) => changeDelivery(ctx, { orderId, key: aKey(), version: 1, note: '裏口へ' }),
  answerDay: (ctx, { orderId }) => answerDay(ctx, { orderId, agree: true, key: aKey() }),
  withdrawReschedule: (ctx, { orderId }) => withdrawReschedule(ctx, { orderId, key: aKey() }),
  askToCancel: (ctx, { orderId }) => askToCancel(ctx, { orderId, key: aKey() }),
  answerProposal: (ctx, { orderId }) => answerProposal(ctx, { orderId, key: aKey(), answers: [] }),
  undoAnswer: (ctx, { orderId }) => undoAnswer(ctx, { orderId, key: aKey() }),
  turnDownProposal: (ctx, { orderId }) => turnDownProposal(ctx, { orderId, key: aKey() }),
}
/** A claim about the order of the scene, as far as permissions need it. */
const claimOf = async (orderId: OrderId) =>
  (await test_.db.selectFrom('claims').select('id').where('orderId', '=', orderId).executeTakeFirstOrThrow()).id
const key = () => ({ key: aKey() })
const remedy = { kind: 'credit', percent: 100, words: '理由' } as const
/** The farm's answers to a claim. */
const claimByFarm: Record<string, Ask> = {
  answerClaim: async (ctx, { orderId }) => answerClaim(ctx, { claimId: await claimOf(orderId), ...key(), ...remedy }),
}
const claimByRestaurant: Record<string, Ask> = {
  takeOffer: async (ctx, { orderId }) => takeOffer(ctx, { claimId: await claimOf(orderId), ...key() }),
  withdrawClaim: async (ctx, { orderId }) => withdrawClaim(ctx, { claimId: await claimOf(orderId), ...key() }),
}
const claimByBoth: Record<string, Ask> = {
  writeReview: (ctx, { orderId }) => writeReview(ctx, { key: aKey(), orderId, stars: 5, words: '良い', voices: [] }),
  escalateClaim: async (ctx, { orderId }) => escalateClaim(ctx, { claimId: await claimOf(orderId), ...key() }),
  recheckClaim: async (ctx, { orderId }) =>
    recheckClaim(ctx, { claimId: await claimOf(orderId), ...key(), words: 'x' }),
}
/** Staff for the buyer, after the deadline. */
const claimByRestaurantOrStaff: Record<string, Ask> = {
  openClaim: (ctx, { orderId, lineId }) =>
    openClaim(ctx, {
      orderId,
      ...key(),
      lineId,
      reason: 'short',
      usableQty: 0,
      usableGrams: null,
      wish: 'credit',
      words: '',
      hidden: false,
      photos: [],
    }),
}
const claimByStaff: Record<string, Ask> = {
  noteParcelState: (ctx, { parcelId }) =>
    noteParcelState(ctx, { parcelId, state: 'delivered', reason: '電話で確認', key: aKey() }),
  decideClaim: async (ctx, { orderId }) =>
    decideClaim(ctx, { claimId: await claimOf(orderId), ...key(), ...remedy, borneBy: 'farm' }),
  previewDecision: async (ctx, { orderId }) => previewDecision(ctx, { claimId: await claimOf(orderId), remedy }),
}
const aYenOf = (lineId: OrderLineId) => ({ lines: [{ lineId, yen: yen(-1) }] })
/** Staff acting for a side, or in their own right. */
const inPlace: Record<string, Ask> = {
  answerCorrectionFor: (ctx, { orderId }) =>
    answerCorrectionFor(ctx, { orderId, ...key(), requestId: newId(), agree: true, reason: '電話' }),
  actFor: (ctx, { orderId }) => actFor(ctx, { orderId, ...key(), step: 'accept', reason: '電話' }),
  overruleOrder: (ctx, { orderId }) => overruleOrder(ctx, { orderId, ...key(), reason: '理由' }),
  sendParcelBack: (ctx, { orderId }) => sendParcelBack(ctx, { orderId, ...key(), why: 'absent', reason: '理由' }),
  makeAdjustment: (ctx, { orderId, lineId }) =>
    makeAdjustment(ctx, { orderId, ...key(), ...aYenOf(lineId), reason: '理由' }),
  previewAdjustment: (ctx, { orderId, lineId }) => previewAdjustment(ctx, { orderId, ...aYenOf(lineId) }),
}
const sightOfClaims: Record<string, Ask> = {
  claimsOfOrder: (ctx, { orderId }) => claimsOfOrder(ctx, orderId),
  receiptOf: (ctx, { orderId }) => receiptOf(ctx, orderId),
}
const onClaim = {
  ...claimByFarm,
  ...claimByRestaurant,
  ...claimByBoth,
  ...claimByRestaurantOrStaff,
  ...claimByStaff,
  ...inPlace,
  ...sightOfClaims,
}
const bySystem: Record<string, Ask> = {
  expireOrder: (ctx, { orderId }) => expireOrder(ctx, orderId),
  lapseOrder: (ctx, { orderId }) => lapseOrder(ctx, orderId),
  neverShipped: (ctx, { orderId }) => neverShipped(ctx, orderId),
}

/** What starts from the buyer: other restaurants' kitchens do not exist. */
const ofKitchen: Record<string, Ask> = {
  cartQuote: (ctx, { kitchenId }) => cartQuote(ctx, kitchenId),
  usualQuantities: (ctx, { kitchenId, productId }) => usualQuantities(ctx, { kitchenId, productIds: [productId] }),
  cartQuoteWith: (ctx, { kitchenId, productId }) =>
    cartQuoteWith(ctx, { kitchenId, goods: [{ productId, qty: 2 }], on: null }),
  setCartLine: (ctx, { kitchenId, productId }) => setCartLine(ctx, { kitchenId, productId, qty: 7 }),
  'setCartLine to none': (ctx, { kitchenId, productId }) => setCartLine(ctx, { kitchenId, productId, qty: 0 }),
  setLineAndQuote: (ctx, { kitchenId, productId }) => setLineAndQuote(ctx, { kitchenId, productId, qty: 7 }),
  setCart: (ctx, { kitchenId, productId }) => setCart(ctx, { kitchenId, lines: [{ productId, qty: 7 }], key: aKey() }),
  setShortageInstruction: (ctx, { kitchenId, productId }) =>
    setShortageInstruction(ctx, { kitchenId, productId, onShortage: 'drop_line' }),
  lineInstruction: (ctx, { kitchenId, productId }) => lineInstruction(ctx, { kitchenId, productId }),
  setWishedDay: (ctx, { kitchenId }) => setWishedDay(ctx, { kitchenId, day: jstDate('2026-11-28') }),
  chooseRun: (ctx, { kitchenId, farmId }) => chooseRun(ctx, { kitchenId, farmId, runId: null }),
  setFarmWish: (ctx, { kitchenId, farmId }) => setFarmWish(ctx, { kitchenId, farmId, note: '裏口へ' }),
  storedChange: (ctx, { kitchenId, productId }) =>
    storedChange(ctx, { key: aKey(), kitchenId, said: {}, line: { productId, seen: 0, wanted: 5 } }, async (within) =>
      setCartLine(within, { kitchenId, productId, qty: 5 }),
    ),
  holdCart: (ctx, { kitchenId }) => holdCart(ctx, { kitchenId }),
  placeOrder: (ctx, { kitchenId }) => placeOrder(ctx, { kitchenId, key: aKey(), seen }),
  placeByCard: (ctx, { kitchenId }) => placeByCard(ctx, { kitchenId, key: aKey(), seen }, 'https://example.jp'),
  reorder: (ctx, { kitchenId, orderId }) => reorder(ctx, { kitchenId, orderIds: [orderId] }),
  putGoods: (ctx, { kitchenId, productId }) => putGoods(ctx, { kitchenId, goods: [{ productId, qty: 1 }] }),
  shoppingLists: (ctx, { kitchenId }) => shoppingLists(ctx, kitchenId),
  shoppingListNow: (ctx, { kitchenId }) => shoppingListNow(ctx, { kitchen: { kitchenId, ...everyDay } }),
  listsWithProduct: (ctx, { kitchenId, productId }) => listsWithProduct(ctx, { kitchenId, productId }),
  makeList: (ctx, { kitchenId }) => makeList(ctx, { kitchenId, key: aKey(), name: '週末', weekdays: [6] }),
  makeFromHistory: (ctx, { kitchenId }) => makeFromHistory(ctx, { kitchenId, key: aKey() }),
  standingOrders: (ctx, { kitchenId }) => standingOrders(ctx, kitchenId),
  makeStanding: (ctx, { kitchenId, listId }) => makeStanding(ctx, { kitchenId, key: aKey(), listId, ...everyFriday }),
}
const everyDay = {
  zone: 'kanto',
  calendar: { receivingWeekdays: [1, 2, 3, 4, 5, 6], closedDays: new Set<never>() },
} as const
const everyFriday = { weekdays: [5 as const], ceilingYen: 30_000 }
/** One list, and one standing order, of the restaurant. */
const onList: Record<string, Ask> = {
  shoppingList: (ctx, { listId }) => shoppingList(ctx, listId),
  openList: (ctx, { listId }) => openList(ctx, { listId }),
  oftenOrdered: (ctx, { listId }) => oftenOrdered(ctx, listId),
  renameList: (ctx, { listId }) => renameList(ctx, { listId, version: 1, name: '夜', weekdays: [] }),
  removeList: (ctx, { listId }) => removeList(ctx, { listId }),
  setShoppingListLine: (ctx, { listId, productId }) =>
    setShoppingListLine(ctx, { listId, productId, qty: 3, learns: false }),
  removeShoppingListLine: (ctx, { listId, productId }) => removeShoppingListLine(ctx, { listId, productId }),
  placeShoppingListLines: (ctx, { listId, productId }) =>
    placeShoppingListLines(ctx, { listId, productIds: [productId] }),
  listIntoCart: (ctx, { listId }) => listIntoCart(ctx, { listId }),
  changeStanding: (ctx, { standingId: id, listId }) => changeStanding(ctx, { id, version: 1, listId, ...everyFriday }),
  pauseStanding: (ctx, { standingId: id }) => pauseStanding(ctx, { id, paused: true }),
  skipStanding: (ctx, { standingId: id }) => skipStanding(ctx, { id, day: jstDate('2026-11-27') }),
  unskipStanding: (ctx, { standingId: id }) => unskipStanding(ctx, { id, day: jstDate('2026-11-27') }),
  endStanding: (ctx, { standingId: id }) => endStanding(ctx, { id }),
}
const wanted = {
  words: '人参',
  category: null,
  qty: 2,
  unit: '箱',
  days: [jstDate('2026-11-27')],
  ceilingYen: null,
  method: null,
  note: '',
  answerUntil: null,
}
const offered = {
  priceYen: yen(1_000),
  qty: 1,
  deliveryOn: jstDate('2026-11-27'),
  method: 'conventional',
  temperature: 'ambient',
  boxSize: 60,
  words: '',
} as const
/** The restaurant's requests. */
const requestsOfKitchen: Record<string, Ask> = {
  whatToAsk: (ctx, { kitchenId }) => whatToAsk(ctx, kitchenId),
  askRequest: (ctx, { kitchenId }) => askRequest(ctx, { kitchenId, key: aKey(), ...wanted }),
}
const requestsOfRestaurant: Record<string, Ask> = { ...requestsOfKitchen, ownRequests: (ctx) => ownRequests(ctx) }
const onOwnRequest: Record<string, Ask> = {
  ownRequest: (ctx, { requestId }) => ownRequest(ctx, requestId),
  changeRequest: (ctx, { requestId }) => changeRequest(ctx, { requestId, key: aKey(), version: 1, ...wanted, qty: 3 }),
  withdrawRequest: (ctx, { requestId }) => withdrawRequest(ctx, { requestId, key: aKey() }),
  acceptAnswer: (ctx, { requestId, answerId }) =>
    acceptAnswer(ctx, { requestId, answerId, version: 1, seenTotalYen: 0, key: aKey() }),
}
/** The same request, answered by the farm. */
const onAskedRequest: Record<string, Ask> = {
  askedRequest: (ctx, { requestId }) => askedRequest(ctx, requestId),
  answerRequest: (ctx, { requestId }) => answerRequest(ctx, { requestId, key: aKey(), ...offered }),
  declineRequest: (ctx, { requestId }) => declineRequest(ctx, { requestId, key: aKey() }),
  withdrawAnswer: (ctx, { requestId }) => withdrawAnswer(ctx, { requestId, key: aKey() }),
}
const requestsOfFarm: Record<string, Ask> = {
  askedRequests: (ctx) => askedRequests(ctx),
  requestsWaiting: (ctx) => requestsWaiting(ctx),
  demand: (ctx) => demand(ctx),
}
const requestsOfStaff: Record<string, Ask> = {
  staffRequests: (ctx) => staffRequests(ctx, { state: null, words: '', after: null }),
  removeRequest: (ctx, { requestId }) => removeRequest(ctx, { requestId, key: aKey(), reason: '広告' }),
}
const analysisDays = { from: jstDate('2026-11-01'), to: jstDate('2026-11-30') }
/** What a restaurant shows its guests. */
const badgesOfRestaurant: Record<string, Ask> = {
  badgesOfShop: (ctx) => badgesOfShop(ctx),
  showFarms: (ctx) => showFarms(ctx, { token: 'x'.repeat(24), farmIds: [], key: aKey() }),
}
const aCode = 'K7F3Q2M9TX'
const listsOfRestaurant: Record<string, Ask> = {
  ownGroupBuys: (ctx) => ownGroupBuys(ctx),
  groupBuy: (ctx) => groupBuy(ctx, { code: aCode }),
  groupToOpen: (ctx, { farmId }) => groupToOpen(ctx, { farmId }),
  openGroupBuy: (ctx, { farmId }) => openGroupBuy(ctx, { farmId, ...aGroupBuyInput, key: aKey() }),
  joinGroupBuy: (ctx) => joinGroupBuy(ctx, { code: aCode, lines: [], key: aKey() }),
  leaveGroupBuy: (ctx) => leaveGroupBuy(ctx, { code: aCode, key: aKey() }),
  cancelGroupBuy: (ctx) => cancelGroupBuy(ctx, { code: aCode, key: aKey() }),
  checkoutIsByCard: (ctx) => checkoutIsByCard(ctx),
  historyOfRestaurant: (ctx) => historyOfRestaurant(ctx),
  historyFilters: (ctx) => historyFilters(ctx),
  findOrders: (ctx) => findOrders(ctx, {}),
  foundInChunks: (ctx) => foundInChunks(ctx, {}).next(),
  purchaseAnalysis: (ctx) => purchaseAnalysis(ctx, analysisDays),
  ownInvoices: (ctx) => ownInvoices(ctx),
  ownUnpaid: (ctx) => ownUnpaid(ctx),
  ownPayments: (ctx) => ownPayments(ctx, { after: null, limit: 1 }),
  currentPeriod: (ctx) => currentPeriod(ctx, { months: 1, payDay: 'closing' }),
  aYearAgo: (ctx) => aYearAgo(ctx),
  priceHistory: (ctx, { productId }) => priceHistory(ctx, productId, analysisDays),
  calendarFeed: (ctx) => calendarFeed(ctx),
  makeCalendarFeed: (ctx) => makeCalendarFeed(ctx, {}),
  revokeCalendarFeed: (ctx) => revokeCalendarFeed(ctx, {}),
  arrivals: (ctx) => arrivals(ctx),
  arrivalsOfDay: (ctx) => arrivalsOfDay(ctx, jstDate('2026-11-26')),
  receiveMany: (ctx, { orderId }) => receiveMany(ctx, { key: aKey(), receipts: [{ orderId, lines: [] }] }),
  nextToInspect: (ctx) => nextToInspect(ctx),
  restaurantFirstSteps: (ctx) => restaurantFirstSteps(ctx),
  askedOrders: (ctx) => askedOrders(ctx),
  lastPurchases: (ctx) => lastPurchases(ctx, 3),
  myRestaurant: (ctx) => myRestaurant(ctx),
  restaurantFrame: (ctx) => restaurantFrame(ctx),
  waitingForApproval: (ctx) => waitingForApproval(ctx),
  lastSentBack: (ctx, { kitchenId }) => lastSentBack(ctx, kitchenId),
  restaurantAccount: (ctx) => restaurantAccount(ctx),
  ownCredit: (ctx) => ownCredit(ctx),
  ownReminders: (ctx) => ownReminders(ctx),
  ownLimitRequest: (ctx) => ownLimitRequest(ctx),
  standingInstruction: (ctx) => standingInstruction(ctx),
  changeStandingInstruction: (ctx) =>
    changeStandingInstruction(ctx, {
      key: aKey(),
      version: 0,
      onShortage: 'drop_line',
      tolerancePercent: null,
      partWaitDays: 1,
      partFreight: false,
    }),
  ownerNames: (ctx) => ownerNames(ctx),
  receiptsOfMonth: (ctx) => receiptsOfMonth(ctx, '2026-11'),
}
const noFile = { file: 'AA==', fileName: 'x.csv' }
const papers = {
  ...{ day: jstDate('2026-11-25'), parts: ['slips' as const], sheet: 'a4_12' as const, start: 1 },
  ...{ rightTenths: 0, downTenths: 0 },
}
const pickupDay = { day: jstDate('2026-11-25'), carrier: 'yamato' as const }
const paperTools = { origin: '', draw: async () => new Uint8Array() }
const listsOfFarm: Record<string, Ask> = {
  harvestNeeds: (ctx) => harvestNeeds(ctx, { from: jstDate('2026-11-25'), to: jstDate('2026-11-25') }),
  parcelsOfDay: (ctx) => parcelsOfDay(ctx, { day: pickupDay.day }),
  pickupsOfDay: (ctx) => pickupsOfDay(ctx, null),
  pickupsAmong: (ctx) => pickupsAmong(ctx, { day: pickupDay.day, orders: [] }),
  bookPickup: (ctx) => bookPickup(ctx, { ...pickupDay, key: aKey() }),
  cancelPickup: (ctx) => cancelPickup(ctx, { ...pickupDay, key: aKey() }),
  savePickupSettings: (ctx) =>
    savePickupSettings(ctx, {
      carrier: 'yamato',
      cutoff: 17 * 60,
      depotEmail: '',
      depotPhone: '',
      regular: false,
      version: 0,
      key: aKey(),
    }),
  labelSettings: (ctx) => labelSettings(ctx),
  labelDay: (ctx) => labelDay(ctx, null),
  labelFileOfDay: (ctx) => labelFileOfDay(ctx, { day: jstDate('2026-11-25'), carrier: 'yamato' }),
  planLabelImport: (ctx) => planLabelImport(ctx, noFile),
  importLabels: (ctx) => importLabels(ctx, { ...noFile, key: aKey(), confirmed: [] }),
  shipLabelled: (ctx) => shipLabelled(ctx, { day: jstDate('2026-11-25'), key: aKey() }),
  saveLabelSettings: (ctx) =>
    saveLabelSettings(ctx, {
      key: aKey(),
      carrier: 'yamato',
      yamatoCode: '',
      yamatoFreightCode: '01',
      sagawaCode: '',
      japanpostChilled: '',
      japanpostFrozen: '',
      japanpostEvening: '',
      version: 0,
    }),
  ownCommission: (ctx) => ownCommission(ctx),
  answerCommission: (ctx) => answerCommission(ctx, { agreementId: newId(), agree: true, key: aKey() }),
  ownRegistration: (ctx) => ownRegistration(ctx),
  ownSales: (ctx) => ownSales(ctx, { payDay: 15 }, 'month'),
  salesBreakdown: (ctx) => salesBreakdown(ctx, { span: 'month', by: 'restaurant' }),
  ownNextPayout: (ctx) => ownNextPayout(ctx, { payDay: 15 }),
  yearFigures: (ctx) => yearFigures(ctx, 2026),
  objectToSlip: (ctx) => objectToSlip(ctx, { documentId: newId(), slip: '1', line: 0, words: '違う', key: aKey() }),
  confirmStatement: (ctx) => confirmStatement(ctx, { documentId: newId(), key: aKey() }),
  replyToReview: (ctx) => replyToReview(ctx, { id: newId(), words: 'はい', key: aKey() }),
  farmBoard: (ctx) => farmBoard(ctx),
  stepMany: (ctx) => stepMany(ctx, { step: 'accept', orders: [{ orderId: newId() }], key: aKey() }),
  historyOfFarm: (ctx) => historyOfFarm(ctx),
  farmWork: (ctx) => farmWork(ctx, jstDate('2026-12-31')),
  farmWaiting: (ctx) => farmWaiting(ctx),
  farmFirstSteps: (ctx) => farmFirstSteps(ctx),
  dayOrders: (ctx) => dayOrders(ctx, jstDate('2026-11-25')),
  paperSettings: (ctx) => paperSettings(ctx),
  paperDays: (ctx) => paperDays(ctx),
  dayPapers: (ctx) => dayPapers(ctx, papers, paperTools),
  outlineTest: (ctx) => outlineTest(ctx, 'a4_12', { xTenths: 0, yTenths: 0 }, paperTools.draw),
  preparePapers: (ctx) => preparePapers(ctx, papers),
  myFarm: (ctx) => myFarm(ctx),
  claimsToAnswer: (ctx) => claimsToAnswer(ctx),
}
/** Of both sides, about themselves; reports go to staff only. */
const reviewsOfMembers: Record<string, Ask> = {
  ownReviews: (ctx) => ownReviews(ctx),
  reviewsWaiting: (ctx) => reviewsWaiting(ctx),
}
/** What members hand to their accounting software: of their own organisation only, so no other can be named. */
const booksOfMembers: Record<string, Ask> = {
  bookSettings: (ctx) => bookSettings(ctx),
  saveBookSettings: (ctx) => saveBookSettings(ctx, { key: aKey(), software: 'freee', encoding: 'utf8', version: 0 }),
  previewBooks: (ctx) => previewBooks(ctx, { fromMonth: '2026-10', toMonth: '2026-10' }),
  exportBooks: (ctx) => exportBooks(ctx, { key: aKey(), fromMonth: '2026-10', toMonth: '2026-10' }),
  bookFile: (ctx) => bookFile(ctx, newId()),
}
/** What parcels cost: staff keep it for everyone, a farm for itself; no owner can be named. */
const freightOfKeepers: Record<string, Ask> = {
  freightTables: (ctx) => freightTables(ctx),
  freightTable: (ctx) => freightTable(ctx, newId()),
  freightStart: (ctx) => freightStart(ctx, { carrier: 'yamato', copy: null, percent: 0 }),
  saveFreightTable: (ctx) =>
    saveFreightTable(ctx, {
      key: aKey(),
      carrier: 'yamato',
      validFrom: jstDate('2027-04-01'),
      basedOn: 0,
      rows: [{ kind: 'chilled', origin: '', destination: '', yen: [...[250, 300, 400, 650, 900].map(yen), null] }],
    }),
  simulateFreight: (ctx) =>
    simulateFreight(ctx, {
      ...{ from: '12', to: '13', carrier: 'yamato', postalCode: '1620825', size: 60, temperature: 'ambient' },
      on: jstDate('2026-11-25'),
    }),
}
/** The runs of the caller's own farm; those of others do not exist. */
const runsOfFarms: Record<string, Ask> = {
  runsOfFarm: (ctx) => runsOfFarm(ctx),
  upcomingLoads: (ctx) => upcomingLoads(ctx),
  openRun: (ctx) => openRun(ctx, { ...aRunInput, key: aKey() }),
  joinRun: (ctx) => joinRun(ctx, { runId: newId(), key: aKey() }),
  leaveRun: (ctx) => leaveRun(ctx, { runId: newId(), key: aKey() }),
}
const reportsOfPeople: Record<string, Ask> = {
  reportReview: (ctx) => reportReview(ctx, { id: newId(), reason: 'rude', words: '', key: aKey() }),
}
/** Messages with a farm: the caller's own conversations only, so no other can be named. */
const conversationsOfMembers: Record<string, Ask> = {
  myConversations: (ctx) => myConversations(ctx),
  conversationWith: (ctx, { farmId }) => conversationWith(ctx, farmId),
  olderMessages: (ctx, { farmId }) => olderMessages(ctx, farmId, 9),
  newerMessages: (ctx, { farmId }) => newerMessages(ctx, farmId, 0),
  searchConversations: (ctx) => searchConversations(ctx, 'にんじん'),
  ordersToShow: (ctx, { farmId }) => ordersToShow(ctx, farmId),
  productToShow: (ctx, { farmId, productId }) => productToShow(ctx, farmId, productId),
  sendMessage: (ctx, { farmId }) =>
    sendMessage(ctx, { other: farmId, key: aKey(), text: 'はい', photos: [], orderId: null, productId: null }),
  editMessage: (ctx, { farmId }) => editMessage(ctx, { other: farmId, no: 1, text: 'いいえ' }),
  removeMessage: (ctx, { farmId }) => removeMessage(ctx, { other: farmId, no: 1 }),
  markRead: (ctx, { farmId }) => markRead(ctx, { other: farmId, no: 1 }),
  markReceived: (ctx) => markReceived(ctx, {}),
  sayTyping: (ctx, { farmId }) => sayTyping(ctx, { other: farmId }),
  setConversationClosed: (ctx, { farmId }) => setConversationClosed(ctx, { other: farmId, closed: true }),
  reportConversation: (ctx, { farmId }) =>
    reportConversation(ctx, { other: farmId, key: aKey(), no: null, reason: 'rude', words: '' }),
}
const allHistory = { subject: null, kind: null, from: null, to: null }
const announcement = {
  audience: 'everybody',
  title: '題',
  body: '本文',
  byMail: true,
  startsAt: null,
  endsAt: null,
} as const
const pageDraft = {
  title: '題',
  body: '本文',
  changeNote: '直し',
  material: false,
  urgent: false,
  effectiveOn: jstDate('2026-12-01'),
}
const undeliveredOfStaff: Record<string, Ask> = {
  commissionOfFarm: (ctx, { farmId }) => commissionOfFarm(ctx, farmId),
  proposeCommission: (ctx, { farmId }) =>
    proposeCommission(ctx, { farmId, commissionBp: 900, fromOn: jstDate('2027-04-01'), reason: '理由', key: aKey() }),
  registrationOfFarm: (ctx, { farmId }) => registrationOfFarm(ctx, farmId),
  withdrawCommission: (ctx) => withdrawCommission(ctx, { agreementId: newId(), key: aKey() }),
  signUpCommissionForStaff: (ctx) => signUpCommissionForStaff(ctx),
  setSignUpCommission: (ctx) => setSignUpCommission(ctx, { commissionBp: 900, version: 1, key: aKey() }),
  closeMonths: (ctx) => closeMonths(ctx, {}, operatorOf(readSettings({ APP_ENV: 'development' }))),
  answerObjection: (ctx) => answerObjection(ctx, { objectionId: newId(), accepted: true, words: '理由', key: aKey() }),
  undelivered: (ctx) => undelivered(ctx),
  sendAgain: (ctx) => sendAgain(ctx, { channel: 'mail', id: newId() }),
}
/** Who asks is an owner of a restaurant: the buyer of the scene is a member. */
const ofRestaurantOwners: Record<string, Ask> = {
  askForLimit: (ctx) => askForLimit(ctx, { key: aKey(), limitYen: 99_000_000, reason: '理由' }),
}
/** Programs of an organisation: for its owner. */
const ofPlaceOwners: Record<string, Ask> = {
  webhookSide: async (ctx) => webhookSide(ctx),
  ownWebhooks: (ctx) => ownWebhooks(ctx),
  makeWebhook: (ctx) =>
    makeWebhook(
      ctx,
      { url: '', groups: [] },
      { encryption: makeEncryption('x'.repeat(32)), safeFetch: safeFetch({ allowLocal: false }) },
    ),
  endWebhook: (ctx) => endWebhook(ctx, { id: newId() }),
  resumeWebhook: (ctx) => resumeWebhook(ctx, { id: newId() }),
  webhookDeliveries: (ctx) => webhookDeliveries(ctx, newId()),
  replayDelivery: (ctx) => replayDelivery(ctx, { id: newId() }),
  ownBankAccounts: (ctx) => ownBankAccounts(ctx),
  askBankAccount: (ctx) =>
    askBankAccount(
      ctx,
      { key: aKey(), bankCode: '', branchCode: '', type: '1', symbol: '', number: '', holder: '' },
      { encryption: makeEncryption('x'.repeat(32)) },
    ),
  confirmBankAccount: (ctx) => confirmBankAccount(ctx, { code: '' }),
  cancelBankAccount: (ctx) => cancelBankAccount(ctx, { id: newId() }),
  payoutsOf: (ctx, { farmId }) => payoutsOf(ctx, farmId),
}
/** The outbox of an installation in production. */
const outbox: Record<string, Ask> = {
  newestMails: (ctx) => newestMails(ctx, { environment: 'production' }),
  mailDetail: (ctx) =>
    mailDetail(
      ctx,
      { environment: 'production', secureOrigin: '', encryption: makeEncryption('x'.repeat(32)), kinds: [] },
      newId(),
    ),
}
const listsOfStaff: Record<string, Ask> = {
  trialBalance: (ctx) => trialBalance(ctx, jstDate('2026-11-24')),
  previewPlatformBooks: (ctx) => previewPlatformBooks(ctx, { fromMonth: '2026-10', toMonth: '2026-10' }),
  platformBookFile: (ctx) => platformBookFile(ctx, { fromMonth: '2026-10', toMonth: '2026-10' }),
  platformBookSettings: (ctx) => platformBookSettings(ctx),
  savePlatformBookSettings: (ctx) =>
    savePlatformBookSettings(ctx, { key: aKey(), software: 'freee', encoding: 'utf8', version: 0 }),
  accountLines: (ctx) => accountLines(ctx, { account: 'bank', page: 1 }),
  entryDetail: (ctx) => entryDetail(ctx, newId()),
  receivablesByAge: (ctx) => receivablesByAge(ctx, jstDate('2026-11-24')),
  payablesByState: (ctx) => payablesByState(ctx),
  agreement: (ctx) => agreement(ctx),
  moneyExceptions: (ctx) => moneyExceptions(ctx),
  billingExceptions: (ctx) => billingExceptions(ctx),
  payoutExceptions: (ctx) => payoutExceptions(ctx),
  salesByMonth: (ctx) => salesByMonth(ctx),
  closeDesk: (ctx) => closeDesk(ctx),
  monthsDue: (ctx) => monthsDue(ctx),
  statementsForStaff: (ctx) => statementsForStaff(ctx, { q: '', after: null }),
  openObjections: (ctx) => openObjections(ctx),
  outdatedDocuments: (ctx) => outdatedDocuments(ctx),
  statementDetail: (ctx) => statementDetail(ctx, newId()),
  moderationDesk: (ctx) => moderationDesk(ctx, readReviewFilter(new URLSearchParams())),
  reviewsInChunks: (ctx) => reviewsInChunks(ctx, readReviewFilter(new URLSearchParams())).next(),
  reviewForStaff: (ctx) => reviewForStaff(ctx, newId()),
  hideReview: (ctx) => hideReview(ctx, { id: newId(), reason: '理由', key: aKey() }),
  restoreReview: (ctx) => restoreReview(ctx, { id: newId(), reason: '理由', key: aKey() }),
  closeReviewReport: (ctx) => closeReviewReport(ctx, { id: newId(), verdict: '見た', key: aKey() }),
  reportedConversations: (ctx) => reportedConversations(ctx, 'open'),
  reportsWaiting: (ctx) => reportsWaiting(ctx),
  inspectConversation: (ctx) => inspectConversation(ctx, newId()),
  closeReport: (ctx) => closeReport(ctx, { id: newId(), verdict: '見た', key: aKey() }),
  moderationTerms: (ctx) => moderationTerms(ctx),
  addModerationTerm: (ctx) => addModerationTerm(ctx, { word: '語句', act: 'stop', key: aKey() }),
  removeModerationTerm: (ctx) => removeModerationTerm(ctx, { id: newId(), key: aKey() }),
  reportsBetween: (ctx, { farmId }) => reportsBetween(ctx, { farmId }),
  orderExceptions: (ctx) => orderExceptions(ctx),
  claimDesk: (ctx) => claimDesk(ctx, 'escalated'),
  messageReceivers: (ctx, { farmId }) => messageReceivers(ctx, [{ farmId }]),
  findClaims: (ctx) => findClaims(ctx, 'トマト'),
  claimCounts: (ctx) => claimCounts(ctx),
  depositSettings: (ctx) => depositSettings(ctx),
  addOwnBankAccount: (ctx) =>
    addOwnBankAccount(ctx, {
      key: aKey(),
      name: '銀行',
      bank: '0001',
      branch: '001',
      number: '1234567',
      holderKana: 'ﾐﾎﾝ',
      virtualAccounts: false,
    }),
  assignVirtualAccount: (ctx, { restaurantId }) =>
    assignVirtualAccount(ctx, { key: aKey(), restaurantId, number: '9011234567' }),
  correctOwnBankAccount: (ctx) =>
    correctOwnBankAccount(ctx, {
      ...{ key: aKey(), id: newId(), version: 1, name: '銀行', holderKana: 'ﾐﾎﾝ', virtualAccounts: false },
    }),
  endOwnBankAccount: (ctx) => endOwnBankAccount(ctx, { key: aKey(), id: newId(), version: 1, ends: true }),
  switchBankFees: (ctx) => switchBankFees(ctx, { key: aKey(), booksBankFees: true, version: 1 }),
  uploadBankFile: (ctx) => uploadBankFile(ctx, { key: aKey(), bytes: new Uint8Array(), fileName: 'x' }),
  bankFilePreview: (ctx) => bankFilePreview(ctx, newId()),
  importBankFile: (ctx) => importBankFile(ctx, { key: aKey(), fileId: newId() }),
  depositList: (ctx) => depositList(ctx, { desk: 'unmatched', q: '', after: null }),
  bankFileList: (ctx) => bankFileList(ctx),
  depositDetail: (ctx) => depositDetail(ctx, newId()),
  findOpenInvoices: (ctx) => findOpenInvoices(ctx, '1'),
  spendCreditByHand: (ctx) => spendCreditByHand(ctx, { key: aKey(), paymentId: newId(), documentId: newId(), yen: 1 }),
  matchByHand: (ctx) => matchByHand(ctx, { key: aKey(), paymentId: newId(), pays: [], feeYen: 0, cleared: false }),
  writeOffInvoice: (ctx) =>
    writeOffInvoice(ctx, {
      ...{
        key: aKey(),
        documentId: newId<'issuedDocument'>(),
        yen: 1,
        unpaidYen: 1,
        reason: '破産',
        stopsOrdering: false,
      },
    }),
  undoWriteOff: (ctx) => undoWriteOff(ctx, { key: aKey(), writeOffId: newId<'event'>(), reason: '入金' }),
  invoiceForStaff: (ctx) => invoiceForStaff(ctx, newId()),
  writeOffsOfRestaurant: (ctx, { restaurantId }) => writeOffsOfRestaurant(ctx, restaurantId),
  undoMatch: (ctx) => undoMatch(ctx, { key: aKey(), matchId: newId(), reason: '誤り' }),
  holdDeposit: (ctx) => holdDeposit(ctx, { key: aKey(), paymentId: newId(), held: true, note: '' }),
  clearCollected: (ctx) =>
    clearCollected(ctx, { key: aKey(), paymentId: newId(), collected: 'card_clearing', feeYen: 0 }),
  undoCollected: (ctx) => undoCollected(ctx, { key: aKey(), clearingId: newId(), reason: '誤り' }),
  offsetDeposits: (ctx) => offsetDeposits(ctx, { key: aKey(), paymentId: newId(), otherId: newId(), reason: '訂正' }),
  platformClaimLimit: (ctx) => platformClaimLimit(ctx),
  creditList: (ctx) => creditList(ctx, ''),
  openLimitRequests: (ctx) => openLimitRequests(ctx),
  creditTerms: (ctx) => creditTerms(ctx),
  creditForStaff: (ctx, { restaurantId }) => creditForStaff(ctx, restaurantId),
  answerLimitRequest: (ctx) =>
    answerLimitRequest(ctx, { key: aKey(), requestId: newId(), agreed: true, reason: '理由' }),
  setCreditLimit: (ctx, { restaurantId }) =>
    setCreditLimit(ctx, { key: aKey(), restaurantId, limitYen: 2_000_000, reason: '理由' }),
  setCreditTerms: (ctx) =>
    setCreditTerms(ctx, { key: aKey(), defaultLimitYen: 1_000_000, overdueDays: 14, lateRatePercent: 0, version: 1 }),
  stopOrdering: (ctx, { restaurantId }) => stopOrdering(ctx, { key: aKey(), restaurantId, reason: '理由' }),
  releaseOrdering: (ctx, { restaurantId }) => releaseOrdering(ctx, { key: aKey(), restaurantId, reason: '理由' }),
  setPlatformClaimLimit: (ctx) => setPlatformClaimLimit(ctx, { key: aKey(), limitYen: 3_000, version: 1 }),
  waitingBankAccounts: (ctx) => waitingBankAccounts(ctx),
  stopBankAccount: (ctx) => stopBankAccount(ctx, { id: newId(), reason: '電話で確認' }),
  payoutSettings: (ctx) => payoutSettings(ctx),
  savePayoutSettings: (ctx) =>
    savePayoutSettings(ctx, {
      key: aKey(),
      version: 1,
      senderCode: '',
      senderName: '',
      bankCode: '',
      branchCode: '',
      type: '1',
      number: '',
      leastYen: 1,
      transferFeeYen: 0,
      lineEnds: 'crlf',
    }),
  previewPayRun: (ctx) => previewPayRun(ctx, jstDate('2026-11-30')),
  makePayRun: (ctx) => makePayRun(ctx, { key: aKey(), payOn: jstDate('2026-11-30'), count: 0, totalYen: 0 }),
  releasePayRun: (ctx) => releasePayRun(ctx, { key: aKey(), id: newId() }),
  failedJobs: (ctx) => failedJobs(ctx),
  beginJobAgain: (ctx) => beginJobAgain(ctx, { job: 'close-farms', key: aKey() }),
  closeLedgerMonth: (ctx) => closeLedgerMonth(ctx, { ...noReasons, month: '2026-10', key: aKey() }),
  cancelPayRun: (ctx) => cancelPayRun(ctx, { id: newId(), notAtBank: false, reason: '' }),
  payRunFile: (ctx) => payRunFile(ctx, { id: newId() }, { encryption: makeEncryption('x'.repeat(32)) }),
  markPayRunSent: (ctx) => markPayRunSent(ctx, { key: aKey(), id: newId() }),
  returnPayout: (ctx) =>
    returnPayout(ctx, { key: aKey(), itemId: newId(), on: jstDate('2026-11-30'), outcome: 'returned' }),
  payRuns: (ctx) => payRuns(ctx),
  longHeld: (ctx) => longHeld(ctx),
  payRunDetail: (ctx) => payRunDetail(ctx, newId()),
  standInActions: (ctx, { orderId }) => standInActions(ctx, orderId),
  claimDetail: async (ctx, { orderId }) => claimDetail(ctx, await claimOf(orderId)),
  ordersUnderWay: (ctx) => ordersUnderWay(ctx),
  billingDesk: (ctx) => billingDesk(ctx, { list: 'unpaid', page: 1 }),
  closeNow: (ctx) => closeNow(ctx, {}, operatorOf(readSettings({ APP_ENV: 'test' }))),
  staffOrders: (ctx) => staffOrders(ctx, {}, { sort: { by: 'placed', descending: true }, page: 1, perPage: 50 }),
  staffOrdersById: (ctx, { orderId }) => staffOrdersById(ctx, [orderId]),
  staffOrdersInChunks: (ctx) => staffOrdersInChunks(ctx, {}).next(),
  inquiryQueue: (ctx) => inquiryQueue(ctx, { state: null }),
  inquiryCounts: (ctx) => inquiryCounts(ctx),
  inquiryDetail: (ctx, { inquiryId }) => inquiryDetail(ctx, inquiryId),
  inquiriesAbout: (ctx, { orderId }) => inquiriesAbout(ctx, orderId),
  assignableAdmins: (ctx) => assignableAdmins(ctx),
  waitingForMe: (ctx) => waitingForMe(ctx),
  longestWaiting: (ctx) => longestWaiting(ctx),
  cardDesk: (ctx) => cardDesk(ctx),
  retryMovement: (ctx) => retryMovement(ctx, { id: newId() }),
  debitSettings: (ctx) => debitSettings(ctx),
  saveDebitSettings: (ctx) =>
    saveDebitSettings(ctx, {
      key: aKey(),
      version: 1,
      collectorCode: '',
      collectorName: '',
      bankCode: '',
      branchCode: '',
      type: '1',
      number: '',
      leadDays: 5,
    }),
  answerDebit: (ctx) => answerDebit(ctx, { key: aKey(), id: newId(), answer: 'agreed', reason: '' }),
  stopDebit: (ctx) => stopDebit(ctx, { key: aKey(), id: newId(), reason: 'x' }),
  debitAgreements: (ctx) => debitAgreements(ctx),
  previewDebits: (ctx) => previewDebits(ctx, null),
  makeDebitRun: (ctx) => makeDebitRun(ctx, { key: aKey(), debitOn: jstDate('2026-11-30'), count: 0, totalYen: 0 }),
  cancelDebitRun: (ctx) => cancelDebitRun(ctx, { id: newId() }),
  debitRunFile: (ctx) => debitRunFile(ctx, { id: newId() }, { encryption: makeEncryption('x'.repeat(32)) }),
  debitRuns: (ctx) => debitRuns(ctx),
  debitRunDetail: (ctx) => debitRunDetail(ctx, newId()),
  importDebitResult: (ctx) =>
    importDebitResult(
      ctx,
      { key: aKey(), id: newId(), bytes: new Uint8Array(), fileName: 'x' },
      { operator: operatorOf(readSettings({ APP_ENV: 'development' })) },
    ),
  undoDebitResult: (ctx) => undoDebitResult(ctx, { key: aKey(), id: newId(), reason: 'x' }),
  auditTrail: (ctx) => auditTrail(ctx, allHistory),
  auditInChunks: (ctx) => auditInChunks(ctx, allHistory).next(),
  findSubjects: (ctx) => findSubjects(ctx, '農園'),
  nameOfSubject: (ctx, { farmId }) => nameOfSubject(ctx, { of: 'farm', id: farmId }),
  announcementsForStaff: (ctx) => announcementsForStaff(ctx),
  announcementForStaff: (ctx) => announcementForStaff(ctx, newId()),
  announce: (ctx) => announce(ctx, { key: aKey(), ...announcement }),
  changeAnnouncement: (ctx) =>
    changeAnnouncement(ctx, { id: newId<'announcement'>(), key: aKey(), version: 1, ...announcement }),
  withdrawAnnouncement: (ctx) => withdrawAnnouncement(ctx, { id: newId<'announcement'>(), key: aKey(), version: 1 }),
  pagesForStaff: (ctx) => pagesForStaff(ctx),
  pageForStaff: (ctx) => pageForStaff(ctx, 'law'),
  audienceCounts: (ctx) => audienceCounts(ctx),
  publishPage: (ctx) => publishPage(ctx, { slug: 'law', key: aKey(), seen: 1, ...pageDraft }),
  organisationListPage: (ctx) =>
    organisationListPage(ctx, readOrganisationFilter(new URLSearchParams()), {
      sort: { by: 'applied', descending: true },
      cursor: null,
      limit: 1,
    }),
  organisationsByRef: (ctx, { farmId }) => organisationsByRef(ctx, [{ farmId }]),
  organisationsInChunks: (ctx) => organisationsInChunks(ctx, readOrganisationFilter(new URLSearchParams())).next(),
  organisationCounts: (ctx) => organisationCounts(ctx),
  organisationApplication: (ctx, { farmId }) => organisationApplication(ctx, { farmId }, async () => null),
  organisationAccount: (ctx, { farmId }) => organisationAccount(ctx, { farmId }),
  organisationPeople: (ctx, { farmId }) => organisationPeople(ctx, { farmId }),
  unagreedMembers: (ctx) => unagreedMembers(ctx),
  workplaceOfPerson: (ctx) => workplaceOfPerson(ctx, newId()),
  nextWaiting: (ctx, { farmId }) => nextWaiting(ctx, { farmId }),
  savedViews: (ctx) => savedViews(ctx, 'users'),
  saveView: (ctx) => saveView(ctx, { page: 'users', name: 'x', query: '' }),
  removeView: (ctx) => removeView(ctx, { id: newId<'savedView'>() }),
  produceShelf: (ctx) => produceShelf(ctx, 'root'),
  shelfCounts: (ctx) => shelfCounts(ctx),
  saveProduceItem: (ctx) =>
    saveProduceItem(ctx, {
      itemKey: 'carrot',
      version: 1,
      category: 'root',
      parentKey: null,
      name: 'x',
      words: ['x'],
    }),
  moveProduceItem: (ctx) => moveProduceItem(ctx, { itemKey: 'carrot', by: 1 }),
  removeProduceItem: (ctx) => removeProduceItem(ctx, { itemKey: 'carrot', version: 1 }),
}
/** Of an account whose address is not verified yet, and of no other. */
const ofUnproven: Record<string, Ask> = {
  changeUnprovenAddress: (ctx) =>
    changeUnprovenAddress(
      ctx,
      { email: must(readEmail('new@example.jp')) },
      { ip: anIp(), encryption: testEncryption },
    ),
}
const parts = { findPostal: async () => null }
const noPermit = { number: '', authority: '', holder: '', issuedOn: null, expiresOn: null, goodsKinds: [] }
/** What staff decide about members of any kind. */
const onMembers: Record<string, Ask> = {
  decideApplication: async (ctx, { farmId }) =>
    decideApplication(
      ctx,
      { key: aKey(), org: { farmId }, version: 1, to: 'suspended', reason: '理由', knowing: true },
      parts,
    ),
  approveGreen: async (ctx, { farmId }) => approveGreen(ctx, parts, { key: aKey(), orgs: [{ farmId }] }),
  noteOrganisation: async (ctx, { farmId }) => noteOrganisation(ctx, { key: aKey(), org: { farmId }, text: 'メモ' }),
  recordPhoneCheck: async (ctx, { farmId }) => recordPhoneCheck(ctx, { key: aKey(), org: { farmId } }),
  registerByPhone: (ctx) =>
    registerByPhone(
      ctx,
      { key: aKey(), side: 'farm', email: must(readEmail('phone@example.jp')), profile: {} },
      testEncryption,
    ),
  recordScreening: async (ctx, { farmId }) =>
    recordScreening(ctx, {
      key: aKey(),
      org: { farmId },
      result: 'clear',
      source: 'x',
      checkedOn: jstDate('2026-11-01'),
      note: '',
    }),
  checkDocument: async (ctx, { farmId }) =>
    checkDocument(ctx, { org: { farmId }, key: aKey(), id: newId<'document'>(), ...noPermit }),
  messageOrganisations: async (ctx, { farmId }) =>
    messageOrganisations(ctx, { key: aKey(), orgs: [{ farmId }], subject: 'x', text: 'x' }),
  suspendPerson: async (ctx) => suspendPerson(ctx, { key: aKey(), personId: newId<'person'>(), reason: '理由' }),
  liftPerson: async (ctx) => liftPerson(ctx, { key: aKey(), personId: newId<'person'>(), reason: '' }),
  editAccount: async (ctx, { farmId }) => {
    const values = accountValues(await readApplication(ctx.db, { farmId }))
    return editAccount(ctx, { key: aKey(), org: { farmId }, version: 1, ...values, reason: '理由' })
  },
  setHub: async (ctx, { farmId }) => setHub(ctx, { key: aKey(), farmId, isHub: false }),
  closeOrganisation: async (ctx, { farmId }) =>
    closeOrganisation(ctx, { key: aKey(), org: { farmId }, version: 1, reason: '理由' }),
}
/** What staff do with an inquiry; the chef of the market has made it. */
const onInquiry: Record<string, Ask> = {
  answerInquiry: (ctx, { inquiryId }) =>
    answerInquiry(ctx, { id: inquiryId, key: aKey(), version: 1, text: 'はい', next: 'done' }),
  moveInquiry: (ctx, { inquiryId }) => moveInquiry(ctx, { id: inquiryId, key: aKey(), version: 1, to: 'working' }),
  assignInquiry: (ctx, { inquiryId }) => assignInquiry(ctx, { id: inquiryId, key: aKey(), version: 1, to: null }),
  noteInquiry: (ctx, { inquiryId }) => noteInquiry(ctx, { id: inquiryId, key: aKey(), text: 'メモ' }),
}
const sightOfOrder: Record<string, Ask> = {
  cardPaymentOf: (ctx, { orderId }) => cardPaymentOf(ctx, orderId),
  orderDetail: (ctx, { orderId }) => orderDetail(ctx, orderId),
  parcelArrangement: (ctx, { orderId }) => parcelArrangement(ctx, orderId),
  handOverOf: async (ctx, { orderId }) => handOverOf(ctx, await lockOrder(test_.db, orderId)),
  groupOfOrder: async (ctx, { orderId }) => groupOfOrder(ctx, await lockOrder(test_.db, orderId)),
  deliverySlipsOf: async (ctx, { orderId }) => deliverySlipsOf(ctx, await lockOrder(test_.db, orderId)),
  deliverySlipsOfAll: async (ctx, { orderId }) => deliverySlipsOfAll(ctx, [await lockOrder(test_.db, orderId)]),
  proposalChoices: async (ctx, { orderId }) => proposalChoices(ctx, await lockOrder(test_.db, orderId)),
  reviewsOfOrder: (ctx, { orderId }) => reviewsOfOrder(ctx, orderId),
}
/** An owner's decision about what a member may not order alone. */
const onPurchase: Record<string, Ask> = {
  approvePurchase: (ctx, { purchaseId }) => approvePurchase(ctx, { purchaseId, key: aKey() }),
  sendBackPurchase: (ctx, { purchaseId }) => sendBackPurchase(ctx, { purchaseId, key: aKey(), reason: '理由' }),
}
const sightOfPurchase: Record<string, Ask> = {
  invoiceById: (ctx, { invoiceId }) => invoiceById(ctx, invoiceId),
  invoiceInPlaceOf: (ctx, { invoiceId }) => invoiceInPlaceOf(ctx, invoiceId),
  issueReceipt: (ctx, { invoiceId }) =>
    issueReceipt(ctx, { invoiceId, key: aKey() }, operatorOf(readSettings({ APP_ENV: 'test' }))),
  continueCheckout: (ctx) => continueCheckout(ctx, newId<'cardCheckout'>(), 'https://example.jp'),
  makeFromPurchase: (ctx, { purchaseId }) => makeFromPurchase(ctx, { purchaseId, key: aKey(), name: 'いつもの' }),
  withdrawPurchase: (ctx, { purchaseId }) => withdrawPurchase(ctx, { purchaseId, key: aKey() }),
  ordersOfPurchase: (ctx, { purchaseId }) => ordersOfPurchase(ctx, purchaseId),
  placedOrders: (ctx, { purchaseId }) => placedOrders(ctx, purchaseId),
  purchaseOf: (ctx, { purchaseId }) => purchaseOf(ctx, purchaseId),
}

const aKitchen = inputOf(addKitchen, {
  name: '二号店',
  postalCode: '1020072',
  prefectureCode: '13',
  city: '千代田区',
  street: '飯田橋4-9-3',
  phone: '03-3261-1111',
  receivingWeekdays: [1],
})
/** Nothing is stored here: a permitted caller is told that the input is empty. */
const noFiles: FileStore = {
  put: async () => {},
  get: async () => null,
  delete: async () => {},
  list: async function* () {},
}
/** The restaurant's own page and its kitchens: changed by its owners. */
const onRestaurant: Record<string, Ask> = {
  saveShop: (ctx) =>
    saveShop(
      ctx,
      inputOf(saveShop, {
        ...{ version: 1, tradeName: '灯', tradeNameKana: 'アカリ' },
        ...{ businessType: '和食', phone: '03-3261-1111' },
      }),
    ),
  saveLegal: (ctx) =>
    saveLegal(
      ctx,
      inputOf(saveLegal, {
        ...{ version: 1, partyType: 'sole_trader', lastName: '灯', firstName: '次郎' },
        ...{ lastNameKana: 'アカリ', firstNameKana: 'ジロウ' },
      }),
    ),
  saveBilling: (ctx) =>
    saveBilling(ctx, inputOf(saveBilling, { version: 1, closingDay: 31, paymentMethod: 'transfer', address: null })),
  askDebit: (ctx) =>
    askDebit(
      ctx,
      { key: aKey(), bankCode: '', branchCode: '', type: '1', symbol: '', number: '', holder: '' },
      { encryption: makeEncryption('x'.repeat(32)) },
    ),
  withdrawDebit: (ctx) => withdrawDebit(ctx, { id: newId() }),
  ownDebit: (ctx) => ownDebit(ctx),
  savedCard: (ctx) => savedCard(ctx),
  startSavingCard: (ctx) => startSavingCard(ctx, {}, 'https://example.jp'),
  comeBackWithCard: (ctx) => comeBackWithCard(ctx, 'cs_unknown'),
  removeCard: (ctx) => removeCard(ctx, {}),
  handInLicence: (ctx) => handInLicence(ctx, noFiles, { bytes: new Uint8Array(), fileName: 'x', expiresOn: null }),
  setLogo: (ctx) => setLogo(ctx, noFiles, { bytes: new Uint8Array(), uploadKey: crypto.randomUUID() }),
  turnLogo: (ctx) => turnLogo(ctx, noFiles, 'a'.repeat(32) as PhotoKey),
  removeLogo: (ctx) => removeLogo(ctx, {}),
  withdrawLicence: (ctx) => withdrawLicence(ctx, { id: newId<'document'>() }),
  addKitchen: (ctx) => addKitchen(ctx, { key: aKey(), ...aKitchen }),
  saveKitchen: (ctx, { kitchenId: id }) => saveKitchen(ctx, { id, version: 1, ...aKitchen }),
  closeKitchen: (ctx, { kitchenId: id }) => closeKitchen(ctx, { id, version: 1 }),
  addClosure: (ctx, { kitchenId: id }) => addClosure(ctx, { id, day: jstDate('2026-12-31') }),
  removeClosure: (ctx, { kitchenId: id }) => removeClosure(ctx, { id, day: jstDate('2026-12-31') }),
}
const nothingWished = { amounts: {}, wishedOn: null }
const sightOfKitchen: Record<string, Ask> = {
  ownKitchen: (ctx, { kitchenId }) => ownKitchen(ctx, kitchenId),
  dryRunQuote: (ctx, { kitchenId }) => dryRunQuote(ctx, kitchenId, nothingWished),
  dryRunOrder: (ctx, { kitchenId }) => dryRunOrder(ctx, { kitchenId, seen, ...nothingWished }),
}

const days = { from: jstDate('2026-11-25'), to: jstDate('2026-11-26') }
const amounts = { leastQty: 1, mostQty: 2, confidence: 'high', note: '' } as const
const noWeek = { shipWeekdays: [], shipsOnHolidays: false }
const noParts = { uploadKey: '', parts: 0 }
const shipping = {
  shipWeekdays: [1 as const],
  shipsOnHolidays: false,
  packingHour: 10,
  cutoffHoursBeforePacking: 16,
  answerHoursAfterCutoff: 2,
  freeFreightFromYen: null,
  minOrderYen: yen(0),
  autoAccept: false,
  version: 1,
  orders: [],
}
const facts = { representative: '畑', representativeKana: '', crest: '畑', place: '匝瑳', phone: '', version: 1 }
const links = { web: 'https://sato.jp', instagram: null, x: null, facebook: null, youtube: null, line: null }
/** What starts from the farm: its list, its drafts, its harvests, its vacations, its page. */
const ofFarm: Record<string, Ask> = {
  ownLapsedGoods: (ctx) => ownLapsedGoods(ctx),
  ownGoods: (ctx) => ownGoods(ctx),
  ownGoodsPage: (ctx) => ownGoodsPage(ctx, {}),
  goodsCounts: (ctx) => goodsCounts(ctx),
  ownDrafts: (ctx) => ownDrafts(ctx),
  ownDraft: (ctx) => ownDraft(ctx, newId()),
  farmTerms: (ctx) => farmTerms(ctx),
  freightPreview: (ctx) => freightPreview(ctx, null),
  priceBand: (ctx) => priceBand(ctx, null),
  ownRests: (ctx) => ownRests(ctx),
  ordersHitBySaving: (ctx) => ordersHitBySaving(ctx, { shipWeekdays: [1], shipsOnHolidays: true }),
  farmShipping: (ctx) => farmShipping(ctx),
  freightCarriers: (ctx) => freightCarriers(ctx),
  farmWays: (ctx) => farmWays(ctx),
  farmWaysTo: (ctx) => farmWaysTo(ctx, { prefectureCode: '13', postalCode: '1620825', city: '新宿区' }, 'ambient'),
  ownFacts: (ctx) => ownFacts(ctx),
  ownIntro: (ctx) => ownIntro(ctx),
  ownDocuments: (ctx) => ownDocuments(ctx),
  ownVacations: (ctx) => ownVacations(ctx),
  ordersHitBy: (ctx) => ordersHitBy(ctx, days),
  ownHarvests: (ctx) => ownHarvests(ctx),
  ownLots: (ctx) => ownLots(ctx),
  askedLotFacts: (ctx) => askedLotFacts(ctx),
  ownFactGraces: (ctx) => ownFactGraces(ctx),
  ownOrigin: (ctx) => ownOrigin(ctx),
  ownScales: (ctx) => ownScales(ctx),
  ownWeighing: (ctx) => ownWeighing(ctx),
  ownScaleWarning: (ctx) => ownScaleWarning(ctx),
  plannedPrices: (ctx, { productId }) => plannedPrices(ctx, productId),
  regulars: (ctx) => regulars(ctx),
  goodsInChunks: (ctx) => goodsInChunks(ctx).next(),
  planImport: (ctx) => planImport(ctx, []),
  ordersHitByWeek: (ctx) => ordersHitByWeek(ctx, { was: noWeek, next: noWeek }),
}
const aScale = {
  ...({ name: '台はかり', serial: 'A-1', mark: 'verified', inspectedOn: null, dueOn: null } as const),
  markedOn: jstDate('2026-04-01'),
}
/** A helper who packs or only reads makes no commitments: these are for members who may. */
const missing = { productIds: [], from: jstDate('2026-11-25'), to: jstDate('2026-11-25') }
const promisesOfFarm: Record<string, Ask> = {
  shortOrders: (ctx, { productId }) => shortOrders(ctx, { ...missing, productIds: [productId] }),
  reportNoHarvest: (ctx) =>
    reportNoHarvest(ctx, { ...missing, reason: 'weather', closes: false, orders: [], key: aKey() }),
  keepDocument: (ctx, { farmId }) =>
    keepDocument(ctx, { bytes: new Uint8Array(), fileName: 'x', kind: 'permit', owner: { farmId } }, noFiles),
  removeDocument: (ctx, { farmId }) => removeDocument(ctx, { id: newId<'document'>(), owner: { farmId } }),
  saveGoodsDraft: (ctx) => saveGoodsDraft(ctx, { id: newId(), version: 0, values: {}, page: '' }),
  beginGoodsDraft: (ctx) => beginGoodsDraft(ctx, { key: aKey() }),
  removeGoodsDraft: (ctx) => removeGoodsDraft(ctx, { id: newId() }),
  publishDraft: (ctx) => publishDraft(ctx, { id: newId(), key: aKey(), version: 0, values: {} }),
  changeRows: (ctx) => changeRows(ctx, { key: aKey(), rows: [] }),
  placeInList: (ctx, { productId }) => placeInList(ctx, { id: productId, by: 'down', among: [] }),
  addVacation: (ctx) => addVacation(ctx, { ...days, key: aKey(), note: '', orders: [] }),
  removeVacation: (ctx) => removeVacation(ctx, { id: newId() }),
  saveShipping: (ctx) => saveShipping(ctx, shipping),
  saveWeek: (ctx) => saveWeek(ctx, { shipWeekdays: [1], shipsOnHolidays: false, version: 1, orders: [] }),
  saveAnswers: (ctx) => saveAnswers(ctx, { answers: { soil: '土' }, version: 0 }),
  publishIntro: (ctx) => publishIntro(ctx, {}),
  saveFacts: (ctx) => saveFacts(ctx, facts),
  saveLinks: (ctx) => saveLinks(ctx, links),
  addScale: (ctx) => addScale(ctx, { ...aScale, key: aKey() }),
  inspectScale: (ctx) => inspectScale(ctx, { id: newId(), inspectedOn: jstDate('2026-10-01'), dueOn: null }),
  retireScale: (ctx) => retireScale(ctx, { id: newId() }),
  chooseFreightCarrier: (ctx) => chooseFreightCarrier(ctx, { key: aKey(), carrier: 'yamato' }),
  openWay: (ctx) =>
    openWay(ctx, {
      key: aKey(),
      kind: 'pickup',
      name: '農園',
      prefectures: [],
      postalCodes: [],
      weekdays: [1],
      temperatures: ['ambient'],
      feeYen: yen(0),
      bands: [],
      distances: [],
      freeFromYen: null,
      leadDays: 0,
      cutoffHours: null,
      hours: '',
      place: '出荷場',
    }),
  endWay: (ctx) => endWay(ctx, { key: aKey(), wayId: newId() }),
  handInCertificate: async (ctx) =>
    handInCertificate(ctx, noFiles, { key: aKey(), bytes: new Uint8Array(), fileName: 'jas.pdf' }),
  saveMethod: (ctx) =>
    saveMethod(ctx, {
      method: 'natural',
      shown: true,
      documentId: null,
      number: '',
      authority: '',
      expiresOn: null,
    }),
  importGoods: (ctx) => importGoods(ctx, { key: aKey(), rows: [] }),
  declineHit: (ctx) => declineHit(ctx, { hit: [], fates: new Map(), key: aKey(), why: () => '' }),
  keepPhotoPart: (ctx) => keepPhotoPart(ctx, noFiles, { uploadKey: '', part: 0, bytes: new Uint8Array() }),
  joinPhotoParts: (ctx) => joinPhotoParts(ctx, noFiles, noParts),
  dropPhotoParts: (ctx) => dropPhotoParts(ctx, noFiles, noParts),
}
/** A restaurant that has ordered it. */
const restaurantOf = async (productId: ProductId) =>
  (
    await test_.db
      .selectFrom('orderLines')
      .innerJoin('orders', 'orders.id', 'orderLines.orderId')
      .select('orders.restaurantId')
      .where('productId', '=', productId)
      .executeTakeFirstOrThrow()
  ).restaurantId

/** Changes of one of its products: another farm's does not exist. */
const onGoods: Record<string, Ask> = {
  harvestShare: (ctx, { productId }) => harvestShare(ctx, { productId, ...shortHarvest }),
  shareHarvest: (ctx, { productId }) => shareHarvest(ctx, { productId, ...shortHarvest, key: aKey() }),
  saveGoods: (ctx, { productId: id }) => saveGoods(ctx, { id, version: 1, values: { priceYen: 1 } }),
  moveGoods: (ctx, { productId: id }) => moveGoods(ctx, { id, move: 'pause' }),
  duplicateGoods: (ctx, { productId: id }) => duplicateGoods(ctx, { id, key: aKey() }),
  stepStock: (ctx, { productId: id }) => stepStock(ctx, { id, by: 1, key: aKey() }),
  planPrice: (ctx, { productId }) =>
    planPrice(ctx, { productId, key: aKey(), from: jstDate('2026-12-01'), priceYen: yen(2_000), note: '' }),
  withdrawPrice: (ctx) => withdrawPrice(ctx, { id: newId() }),
  setTiers: (ctx, { productId: id }) => setTiers(ctx, { id, version: 1, tiers: [] }),
  setAudience: (ctx, { productId: id }) =>
    setAudience(ctx, { id, version: 1, audience: 'everybody', restaurantIds: [] }),
  agreeOwnPrice: async (ctx, { productId }) =>
    agreeOwnPrice(ctx, {
      restaurantId: await restaurantOf(productId),
      key: aKey(),
      of: { productId, priceYen: yen(1_000) },
      from: jstDate('2026-12-01'),
      until: null,
    }),
  endOwnPrice: (ctx) => endOwnPrice(ctx, { id: newId() }),
  promiseHarvest: (ctx, { productId }) => promiseHarvest(ctx, { productId, key: aKey(), ...days, ...amounts }),
  repeatHarvest: (ctx, { productId }) => repeatHarvest(ctx, { productId, day: days.from, key: aKey() }),
  changeHarvest: (ctx) => changeHarvest(ctx, { id: newId(), version: 1, ...amounts }),
  withdrawHarvest: (ctx) => withdrawHarvest(ctx, { id: newId() }),
  addPhoto: (ctx, { productId: of }) =>
    addPhoto(ctx, { of, bytes: new Uint8Array(), uploadKey: crypto.randomUUID() }, noFiles),
  changePhoto: async (ctx, { productId: of }) =>
    changePhoto(ctx, { of, move: 'remove', key: there(parsePhotoKey('a'.repeat(32)) ?? undefined) }, noFiles),
}
const sightOfGoods: Record<string, Ask> = {
  oneOfOwnGoods: (ctx, { productId }) => oneOfOwnGoods(ctx, productId),
  priceTiers: (ctx, { productId }) => priceTiers(ctx, productId),
  goodsAudience: (ctx, { productId }) => goodsAudience(ctx, productId),
  ownPricesOf: async (ctx, { productId }) => ownPricesOf(ctx, await restaurantOf(productId)),
  addLot: (ctx, { productId }) =>
    addLot(ctx, { productId, harvestedOn: jstDate('2026-11-24'), code: '', bestBeforeOn: null, qty: null, note: '' }),
  changeLot: (ctx) => changeLot(ctx, { id: newId(), bestBeforeOn: null, qty: null, note: '' }),
}
const decision = { version: 1, reason: '理由' }
/** What staff decide about products of any farm. */
const onReview: Record<string, Ask> = {
  approvalDesk: (ctx) => approvalDesk(ctx, 'waiting'),
  factGraceCounts,
  switchApproval: (ctx) => switchApproval(ctx, { isOn: true }),
  confirmGoods: (ctx, { productId: id }) => confirmGoods(ctx, { id, ...decision }),
  returnGoods: (ctx, { productId: id }) => returnGoods(ctx, { id, ...decision }),
  holdGoods: (ctx, { productId: id }) => holdGoods(ctx, { id, ...decision }),
  releaseGoods: (ctx, { productId: id }) => releaseGoods(ctx, { id, ...decision }),
}

/** A harvest of the scene's farm, and a recall of it that affects the scene's restaurant. */
async function aRecall({ farmId, productId, kitchenId }: Pick<Scene, 'farmId' | 'productId' | 'kitchenId'>) {
  const lotId = await aLot(test_.db, farmId, productId)
  const { rows } = await test_.pool.query(
    `with event as (
       insert into events (id, at, kind, actor_kind, actor_name) values (gen_random_uuid(), now(), 'recall_begun', 'farm', 'x')
       returning id
     ), recall as (
       insert into recalls (id, farm_id, rehearsal, reason, handling, event_id, begun_at, begun_by)
       select gen_random_uuid(), $1, false, 'x', 'stop', id, now(), 'x' from event returning id
     ), lot as (insert into recall_lots select id, $2 from recall)
     insert into recall_targets (recall_id, restaurant_id, told_people)
     select recall.id, kitchens.restaurant_id, 0 from recall, kitchens where kitchens.id = $3
     returning recall_id, restaurant_id`,
    [farmId, lotId, kitchenId],
  )
  return { lotId, recallId: rows[0].recall_id as RecallId, restaurantId: rows[0].restaurant_id as RestaurantId }
}
const saidOfRecall = { answer: 'unused', note: '' } as const

/** Lots and recalls of a farm: others cannot find them. */
const onRecall: Record<string, Ask> = {
  lotDetail: (ctx, { lotId }) => lotDetail(ctx, lotId),
  recallDetail: (ctx, { recallId }) => recallDetail(ctx, recallId),
  hearAnswer: (ctx, { recallId, restaurantId }) =>
    hearAnswer(ctx, { recallId, restaurantId, key: aKey(), ...saidOfRecall }),
  closeRecall: (ctx, { recallId }) => closeRecall(ctx, { recallId, key: aKey(), report: '終了' }),
  affectedBy: (ctx, { lotId }) => affectedBy(ctx, [lotId]),
  beginRecall: (ctx, { lotId }) =>
    beginRecall(ctx, {
      key: aKey(),
      lotIds: [lotId],
      reason: '異物',
      handling: 'stop',
      instructions: '',
      rehearsal: true,
    }),
}
/** What a farm states about its registration, by its owner or staff. */
const onRegistration: Record<string, Ask> = {
  recordRegistration: (ctx, { farmId }) =>
    recordRegistration(ctx, {
      farmId,
      version: 1,
      number: must(readInvoiceNumber('T7000012050002')),
      fromOn: jstDate('2024-04-01'),
      confirmed: true,
      key: aKey(),
    }),
  endRegistration: (ctx, { farmId }) =>
    endRegistration(ctx, { farmId, version: 1, lastOn: jstDate('2026-11-15'), confirmed: true, key: aKey() }),
}
/** A recall commits the farm. */
const { beginRecall: _begin, closeRecall: _close } = onRecall
const ofRecallers: Record<string, Ask> = { beginRecall: there(_begin), closeRecall: there(_close) }
/** What a restaurant received: its own only. */
const onOwnRecall: Record<string, Ask> = {
  ownRecall: (ctx, { recallId }) => ownRecall(ctx, recallId),
  answerRecall: (ctx, { recallId }) => answerRecall(ctx, { recallId, key: aKey(), ...saidOfRecall }),
}
const everyLot = { words: '', on: null, after: null, limit: 10 }
const lotsOfRestaurant: Record<string, Ask> = {
  receivedLots: (ctx) => receivedLots(ctx, everyLot),
  receivedInChunks: (ctx) => receivedInChunks(ctx, everyLot).next(),
  ownRecalls: (ctx) => ownRecalls(ctx),
  recallToAnswer: (ctx) => recallToAnswer(ctx),
  markRecallRead: async (ctx) => markRecallRead(ctx, { recallId: newId() }),
}
const lotsOfFarm: Record<string, Ask> = {
  farmLots: (ctx) => farmLots(ctx, everyLot),
  farmRecalls: (ctx) => farmRecalls(ctx),
}
const lotsOfStaff: Record<string, Ask> = {
  allLots: (ctx) => allLots(ctx, everyLot),
  allRecalls: (ctx) => allRecalls(ctx),
}

const from = { encryption: testEncryption, ip: anIp() }
const authority = { role: 'staff', rights: 'all', orderLimitYen: null } as const
/** Members of an organisation of either side: managed by its owners. */
const onMembership: Record<string, Ask> = {
  inviteMember: async (ctx) => inviteMember(ctx, { key: aKey(), email: null, ...authority }, from),
  resendInvitation: (ctx) => resendInvitation(ctx, { id: newId() }, from),
  revokeInvitation: (ctx) => revokeInvitation(ctx, { id: newId() }),
  showInvitation: (ctx) => showInvitation(ctx, { id: newId() }),
  changeMember: (ctx) => changeMember(ctx, { membershipId: newId(), ...authority }),
  removeMember: (ctx) => removeMember(ctx, { membershipId: newId() }),
}
const ofMembers: Record<string, Ask> = {
  memberList: (ctx) => memberList(ctx),
  leaveOrganisation: (ctx) => leaveOrganisation(ctx, {}),
}

const ownSite = { origin: 'https://example.jp' }
const anIdentity: VerifiedIdentity & { provider: 'embedded' } = {
  provider: 'embedded',
  issuer: 'https://service.example',
  subject: '1',
  email: null,
  emailVerified: false,
  phone: null,
  authTime: noon,
  amr: ['fed'],
}

/** For a party to the terms: users, and not staff. */
const ofParties: Record<string, Ask> = {
  agreeToPages: (ctx) => agreeToPages(ctx, { ticked: {}, ip: anIp(), userAgent: null }),
  closeAnnouncement: (ctx) => closeAnnouncement(ctx, { id: newId() }),
  ownAnnouncements: (ctx) => ownAnnouncements(ctx),
  ownAccount: (ctx) => ownAccount(ctx),
  myWorkplaces: (ctx) => myWorkplaces(ctx),
  ownDevices: (ctx) => ownDevices(ctx),
  ownConsents: (ctx) => ownConsents(ctx),
  apiTokensOf: (ctx) => apiTokensOf(ctx),
  revokeApiToken: (ctx) => revokeApiToken(ctx, { id: newId() }),
  ownCalendars: (ctx) => ownCalendars(ctx),
  endOwnCalendar: (ctx) => endOwnCalendar(ctx, { id: newId() }),
  saveName: (ctx) => saveName(ctx, { name: '山田', nameKana: '' }),
  saveAnnouncementMails: (ctx) => saveAnnouncementMails(ctx, { announcementMails: false, priceMails: false }),
  ownNotifications: (ctx) => ownNotifications(ctx),
  openNotification: (ctx) => openNotification(ctx, { id: newId() }),
  readNotices: (ctx) => readNotices(ctx, {}),
  notificationSettings: (ctx) => notificationSettings(ctx),
  saveNotificationSettings: (ctx) =>
    saveNotificationSettings(ctx, { kinds: [], quiet: { from: 0 as MinuteOfDay, until: 0 as MinuteOfDay } }),
  ownAddresses: (ctx) => ownAddresses(ctx),
  keepBrowser: (ctx) => keepBrowser(ctx, { endpoint: '', keys: { p256dh: '', auth: '' }, label: '' }),
  keepFax: (ctx) => keepFax(ctx, { fax: '+81312345678' as Phone }),
  keepPhone: (ctx) => keepPhone(ctx, {}),
  removeAddress: (ctx) => removeAddress(ctx, { id: newId() }),
  makeLineCode: (ctx) => makeLineCode(ctx, {}, testEncryption),
  endOwnSession: (ctx) => endOwnSession(ctx, { device: 'none' }),
  endOtherSessions: (ctx) => endOtherSessions(ctx, { keys: [] }),
  proveAgain: (ctx) => proveAgain(ctx, 'wrong'),
  requestEmailChange: (ctx) =>
    requestEmailChange(ctx, { email: must(readEmail('new@example.jp')) }, { ip: anIp(), encryption: testEncryption }),
  changePassword: (ctx) => changePassword(ctx, { password: '畑の朝つゆ 2026', keys: [] }),
  personalData: (ctx) => personalData(ctx),
  closingFacts: (ctx) => closingFacts(ctx),
  switchWorkplace: (ctx) => switchWorkplace(ctx, { membershipId: newId() }),
  acceptMemberInvitation: (ctx) => acceptMemberInvitation(ctx, {}, { code: 'none' }),
  closeAccount: (ctx) => closeAccount(ctx, { confirmed: true }),
  ownAccountChange: (ctx) => ownAccountChange(ctx),
  stopOwnAccountChange: (ctx) => stopOwnAccountChange(ctx, {}),
  ownIdentities: (ctx) => ownIdentities(ctx),
  linkIdentity: (ctx) => linkIdentity(ctx, anIdentity, 'Service'),
  unlinkIdentity: (ctx) => unlinkIdentity(ctx, { ...anIdentity, called: 'Service' }),
  ownProofWays: (ctx) => ownProofWays(ctx, { sms: null, social: [] }),
  askToProve: (ctx) => askToProve(ctx, ownSite),
  proveByIdentity: (ctx) => proveByIdentity(ctx, anIdentity),
  proveByPasskey: (ctx) => proveByPasskey(ctx, { json: '{}', site: ownSite }),
}

/** Another account’s second factors: for its owner only, and never for staff. */
const onFactors: Record<string, Ask> = {
  factorsOf: (ctx) => factorsOf(ctx, { personId: newId() }),
  passkeysOf: (ctx) => passkeysOf(ctx, { personId: newId() }),
  totpUnderWay: (ctx) => totpUnderWay(ctx, testEncryption, { personId: newId() }),
  offerPasskey: (ctx) => offerPasskey(ctx, ownSite, { personId: newId() }, { email: 'a@example.jp', name: '灯' }),
  beginTotp: (ctx) => beginTotp(ctx, { owner: { personId: newId() } }, testEncryption),
  confirmTotp: (ctx) => confirmTotp(ctx, { owner: { personId: newId() }, code: '000000' }, testEncryption),
  newBackupCodes: (ctx) => newBackupCodes(ctx, { owner: { personId: newId() }, answer: null }, testEncryption),
  removeTotp: (ctx) => removeTotp(ctx, { owner: { personId: newId() }, answer: null }, testEncryption),
  addPasskey: (ctx) =>
    addPasskey(ctx, { owner: { personId: newId() }, answer: { json: '{}', site: ownSite }, userAgent: null }),
  renamePasskey: (ctx) => renamePasskey(ctx, { owner: { personId: newId() }, id: 'x', name: 'x' }),
  removePasskey: (ctx) => removePasskey(ctx, { owner: { personId: newId() }, id: 'x', answer: null }, testEncryption),
}

/** What staff do about accounts, their own colleagues’ included. */
const accountsOfStaff: Record<string, Ask> = {
  adminList: (ctx) => adminList(ctx),
  disableAdmin: (ctx) => disableAdmin(ctx, { adminId: newId(), reason: '退職' }),
  enableAdmin: (ctx) => enableAdmin(ctx, { adminId: newId() }),
  changeAdminRole: (ctx) => changeAdminRole(ctx, { adminId: newId(), role: 'support' }),
  inviteAdminOnScreen: (ctx) =>
    inviteAdminOnScreen(
      ctx,
      { key: aKey(), name: '運営 新', email: must(readEmail('new-admin@example.jp')), role: 'support' },
      testEncryption,
    ),
  accountChanges: (ctx) => accountChanges(ctx, 'all'),
  requestAccountChange: (ctx) =>
    requestAccountChange(ctx, { owner: { personId: newId() }, kind: 'factors', proof: 'papers', reason: '紛失' }),
  confirmAccountChange: (ctx) => confirmAccountChange(ctx, { changeId: newId() }, testEncryption),
  withdrawAccountChange: (ctx) => withdrawAccountChange(ctx, { changeId: newId() }),
  beginImpersonation: (ctx) => beginImpersonation(ctx, { personId: newId(), membershipId: null, reason: '電話' }),
  endImpersonation: (ctx) => endImpersonation(ctx, {}),
}

/** The proof that staff give of themselves. */
const ofStaffThemselves: Record<string, Ask> = {
  askAdminForPasskey: (ctx) => askAdminForPasskey(ctx, ownSite),
  proveAdminAgain: (ctx) => proveAdminAgain(ctx, testEncryption, { password: 'x', code: '000000' }),
}

/** Open in development, otherwise for staff. */
const ofInstallation: Record<string, Ask> = {
  checkInstallation: (ctx) =>
    checkInstallation(ctx, {
      environment: 'production',
      trustedProxies: 0,
      files: noFiles,
      mail: { description: '', verify: async () => true },
    }),
  demoCodes: (ctx) => demoCodes(ctx, { environment: 'preview' }, testEncryption),
  demoBackupCode: (ctx) => demoBackupCode(ctx, { environment: 'preview' }, testEncryption, 'admin@example.jp'),
  keptMessages: (ctx) => keptMessages(ctx, { environment: 'preview' }),
}

/** Favourites and alerts; only the caller's own. */
const ofKeepers: Record<string, Ask> = {
  setFavourite: (ctx, { productId }) => setFavourite(ctx, { it: { productId }, kept: true }),
  'setFavourite, let go': (ctx, { farmId }) => setFavourite(ctx, { it: { farmId }, kept: false }),
  myFavourites: (ctx) => myFavourites(ctx),
  addWatch: (ctx, { productId }) => addWatch(ctx, { asked: { kind: 'in_season', productId } }),
  removeWatch: (ctx) => removeWatch(ctx, { id: newId() }),
  stopWatching: (ctx) => stopWatching(ctx, { asked: { kind: 'words', words: '人参' } }),
  myWatches: (ctx) => myWatches(ctx),
}

/** For every user with an account; no other can be named. */
const ofOneself: Record<string, Ask> = {
  saveAppearance: (ctx) => saveAppearance(ctx, { theme: 'dark', textSize: 'large' }),
  ...ofParties,
  myInquiries: (ctx) => myInquiries(ctx),
}

const { profile } = inputOf(mendApplication, {
  version: 1,
  profile: {
    ...{
      side: 'farm',
      tradeName: '畑',
      tradeNameKana: 'ハタケ',
      partyType: 'sole_trader',
      lastName: '畑',
      firstName: '一',
    },
    ...{ lastNameKana: 'ハタ', firstNameKana: 'ハジメ', postalCode: '2892144', prefectureCode: '12', city: '匝瑳市' },
    ...{ street: '1', phone: '0479-72-0001', goodsKinds: 'own_produce', shipWeekdays: '1' },
  },
})
/** What an organisation states in its application: for its members, changed by its owner. */
const ofApplicants: Record<string, Ask> = {
  myApplication: (ctx) => myApplication(ctx),
  myProfile: (ctx) => myProfile(ctx),
  shownApplication: (ctx) => shownApplication(ctx),
  ownOrganisation: async (ctx) => ownOrganisation(ctx),
  ownClaimLimit: (ctx) => ownClaimLimit(ctx),
  setClaimLimit: (ctx) => setClaimLimit(ctx, { key: aKey(), limitYen: 1_000 }),
  tokenSide: async (ctx) => tokenSide(ctx.actor),
  makeApiToken: (ctx) => makeApiToken(ctx, { name: 'x', scopes: ['orders.read'], days: 30 }),
  mendApplication: (ctx) => mendApplication(ctx, { version: 1, profile }),
}

const everyDocument = { from: null, to: null, least: null, most: null, name: '', kind: null }
const fileTools = {
  files: fileStore({ DATA_DIR: '/nowhere' }),
  origin: 'https://market.example.jp',
  pdfOf: async () => new Uint8Array(),
}
/** Whose documents there are is asked in issued-documents.test.ts. */
const documentLists: Record<string, Ask> = {
  findDocuments: (ctx) => findDocuments(ctx, { ...everyDocument, after: null, limit: 10 }),
  documentsArchive: (ctx) => documentsArchive(ctx, everyDocument, fileTools),
}
const onDocument: Record<string, Ask> = {
  issuedDocument: (ctx) => issuedDocument(ctx, newId()),
  documentFile: (ctx) => documentFile(ctx, newId(), 'pdf', fileTools),
}
/** Whose runs there are is asked in runs.test.ts. */
const onRun: Record<string, Ask> = {
  runDetail: (ctx) => runDetail(ctx, newId()),
  runLabels: (ctx) => runLabels(ctx, { runId: newId(), ...papers }, paperTools),
  ridesOfDay: (ctx) => ridesOfDay(ctx, newId(), jstDate('2026-11-26')),
  daysOfRides: (ctx) => daysOfRides(ctx, newId(), jstDate('2026-11-26')),
}
const changesOfRun: Record<string, Ask> = {
  inviteFarm: (ctx, { farmId }) => inviteFarm(ctx, { runId: newId(), farmId, stop: 1, key: aKey() }),
  endRun: (ctx) => endRun(ctx, { runId: newId(), key: aKey() }),
  handOverRun: (ctx, { kitchenId }) =>
    handOverRun(ctx, {
      ...{ runId: newId(), rideDay: jstDate('2026-11-26'), kitchenId, day: jstDate('2026-11-26') },
      ...{ time: (10 * 60) as MinuteOfDay, receivedBy: '灯', key: aKey() },
    }),
}
const documentsOfFinance: Record<string, Ask> = {
  voidDocument: (ctx) => voidDocument(ctx, { id: newId(), reason: '誤り', key: aKey() }),
  needsReplacement: (ctx) => needsReplacement(ctx, newId()),
  replaceDocument: (ctx) =>
    replaceDocument(ctx, { id: newId(), reason: '誤り', key: aKey() }, operatorOf(readSettings({ APP_ENV: 'test' }))),
}

const onOrder = { ...byFarm, ...byRestaurant, ...bySystem, ...sightOfOrder, ...onClaim }
/** What any visitor can request; expiring is for the timer, which has no entry point. */
const atTheDoor = {
  ...undeliveredOfStaff,
  ...badgesOfRestaurant,
  ...ofPlaceOwners,
  ...ofRestaurantOwners,
  ...byFarm,
  ...byRestaurant,
  ...sightOfOrder,
  ...onClaim,
  ...ofKitchen,
  ...onList,
  ...listsOfRestaurant,
  ...listsOfFarm,
  ...conversationsOfMembers,
  ...reviewsOfMembers,
  ...booksOfMembers,
  ...freightOfKeepers,
  ...runsOfFarms,
  ...changesOfRun,
  ...reportsOfPeople,
  ...listsOfStaff,
  ...sightOfPurchase,
  ...onPurchase,
  ...onRestaurant,
  ...sightOfKitchen,
  ...onMembership,
  ...ofMembers,
  ...ofOneself,
  ...onFactors,
  ...accountsOfStaff,
  ...onInquiry,
  ...onMembers,
  ...ofApplicants,
  ...ofFarm,
  ...promisesOfFarm,
  ...onGoods,
  ...sightOfGoods,
  ...onReview,
  ...ofKeepers,
  ...lotsOfRestaurant,
  ...lotsOfFarm,
  ...lotsOfStaff,
  ...onRecall,
  ...onOwnRecall,
  ...onRegistration,
  ...requestsOfRestaurant,
  ...onOwnRequest,
  ...onAskedRequest,
  ...requestsOfFarm,
  ...requestsOfStaff,
  ...documentLists,
  ...documentsOfFinance,
}
const everything = {
  ...atTheDoor,
  ...onDocument,
  ...onRun,
  ...bySystem,
  ...ofStaffThemselves,
  ...ofInstallation,
  ...outbox,
  ...ofUnproven,
}

async function anInquiry(ctx: Ctx): Promise<InquiryId> {
  const email = must(readEmail(`${aKey()}@example.jp`))
  const body = '箱がつぶれて届きました。'
  const asked = { kind: 'order', applicant: null, body, name: '灯', email, phone: null } as const
  const inquiry = { ...asked, orderId: null, productId: null, photos: [] }
  const { number } = must(await sendInquiry(ctx, inquiry, { key: aKey(), ip: anIp() }))
  const row = await ctx.db.selectFrom('inquiries').select('id').where('number', '=', number).executeTakeFirstOrThrow()
  return row.id
}

/** In the state of the row: permission is checked before the state. */
const aClaim = (orderId: OrderId, lineId: OrderLineId) =>
  test_.pool.query(
    `insert into claims (id, number, order_id, order_line_id, farm_id, restaurant_id, state, reason, qty, amount_yen, wish,
       automatic_yen, large_yen, rate_below_threshold, opened_at, timer_at)
     select gen_random_uuid(), number || '-C1', id, $2, farm_id, restaurant_id, 'opened', 'short', 1, 1500, 'credit',
       0, 10000, true, now(), now() from orders where id = $1`,
    [orderId, lineId],
  )

async function aScene() {
  const { db } = test_
  const market = await aMarket(db)
  const orderId = there((await placeAll(db, market))[0])
  const { lines, parcels, purchaseId } = await orderDetail(as(db, market.chef), orderId)
  const farm = there(market.farms[0])
  await fillCart(as(db, market.chef), market.kitchenId, [[farm.productId, 2]])
  const { listId } = must(await makeFromPurchase(as(db, market.chef), { purchaseId, key: aKey(), name: 'いつもの' }))
  const { kitchenId } = market
  const standing = await makeStanding(as(db, market.chef), { kitchenId, key: aKey(), listId, ...everyFriday })
  const stranger = await aRestaurant(db)
  const person: Actor = { kind: 'person', personId: await aPerson(db, '所属なし'), name: '所属なし' }
  const actors = {
    visitor: { kind: 'visitor' },
    // of the same person as the buyer below, in a new session
    unproven: {
      kind: 'visitor',
      unproven: {
        personId: market.chef.personId,
        name: market.chef.name,
        session: { key: 'k', authTime: noon, aal: 1 },
      },
    },
    person,
    buyer: market.chef,
    otherBuyer: stranger.actor,
    farm: farm.actor,
    otherFarm: (await aFarm(db)).actor,
    staff: await anAdmin(db),
  } satisfies Record<string, Actor>
  await aClaim(orderId, there(lines[0]).id)
  const { requestId } = must(await askRequest(as(db, market.chef), { kitchenId, key: aKey(), ...wanted }))
  must(await answerRequest(as(db, farm.actor), { requestId, key: aKey(), ...offered }))
  const { answers } = await ownRequest(as(db, market.chef), requestId)
  const it: Scene = {
    orderId,
    invoiceId: await anInvoice(db, { restaurantId: market.chef.restaurantId, farmId: farm.farmId, orderId }),
    purchaseId,
    lineId: there(lines[0]).id,
    parcelId: there(parcels[0]).id,
    kitchenId: market.kitchenId,
    farmId: farm.farmId,
    productId: farm.productId,
    inquiryId: await anInquiry(as(db, market.chef)),
    listId,
    standingId: must(standing).id,
    ...(await aRecall({ farmId: farm.farmId, productId: farm.productId, kitchenId })),
    requestId,
    answerId: there(answers[0]).id,
  }
  return { it, actors }
}
type Who = keyof Awaited<ReturnType<typeof aScene>>['actors']

/** One for all that are refused, because they leave everything as it was. */
let unchanged: ReturnType<typeof aScene> | undefined

async function refused(ask: Ask, who: Who, error: new (what: string) => Error) {
  unchanged ??= aScene()
  const { it, actors } = await unchanged
  await leavesAllAsItWas(() => expect(ask(as(test_.db, actors[who]), it)).rejects.toThrow(error))
}

/** Nothing that was sent to the database was a write that stayed. */
async function leavesAllAsItWas(run: () => Promise<void>) {
  test_.writesSince()
  await run()
  expect(test_.writesSince()).toEqual([])
}

const table = (asks: Record<string, Ask>, who: readonly Who[]) =>
  Object.entries(asks).flatMap(([name, ask]) => who.map((it) => [name, it, ask] as const))

/** The link of an invitation verifies the address to which it was mailed. */
const { acceptMemberInvitation: __, ...notUnproven } = atTheDoor

test.each([...table({ ...atTheDoor, ...ofUnproven }, ['visitor']), ...table(notUnproven, ['unproven'])])(
  '%s by a %s is Unauthenticated',
  (_, who, ask) => refused(ask, who, Unauthenticated),
)

test.each(table(outbox, ['visitor', 'unproven', 'person', 'buyer', 'farm']))(
  '%s: the outbox does not exist for a %s',
  (_, who, ask) => refused(ask, who, NotFound),
)

test.each(table(onOrder, ['person', 'otherBuyer', 'otherFarm']))('%s: the order does not exist for %s', (_, who, ask) =>
  refused(ask, who, NotFound),
)

test.each([
  ...table(claimByFarm, ['buyer', 'staff']),
  ...table(claimByRestaurant, ['farm', 'staff']),
  ...table(claimByBoth, ['staff']),
  ...table(claimByRestaurantOrStaff, ['farm']),
  ...table({ ...claimByStaff, ...inPlace }, ['buyer', 'farm']),
  ...table(byFarm, ['buyer', 'staff']),
  ...table(byRestaurant, ['farm', 'staff']),
  ...table(bySystem, ['buyer', 'farm', 'staff']),
  ...table(onInquiry, ['buyer']),
  ...table(onPurchase, ['buyer', 'staff']),
])('%s: the order is there for %s, but this is not for them', (_, who, ask) => refused(ask, who, Forbidden))

test.each([
  ...table({ ...onRecall, ...onRegistration }, ['person', 'buyer', 'otherFarm']),
  ...table(onOwnRecall, ['otherBuyer']),
])('%s: there is no such lot, recall or registration for %s', (_, who, ask) => refused(ask, who, NotFound))

test.each([
  ...table({ ...lotsOfRestaurant, ...onOwnRecall }, ['person', 'farm', 'staff']),
  ...table(lotsOfFarm, ['person', 'buyer', 'staff']),
  ...table(lotsOfStaff, ['person', 'buyer', 'farm']),
])('%s is Forbidden for a %s', (_, who, ask) => refused(ask, who, Forbidden))

test.each(table({ ...ofKitchen, ...sightOfKitchen, ...onList, ...requestsOfKitchen, ...onOwnRequest }, ['otherBuyer']))(
  '%s: the kitchen does not exist for %s',
  (_, who, ask) => refused(ask, who, NotFound),
)

test.each([
  ...table({ ...ofKitchen, ...onList, ...listsOfRestaurant }, ['person', 'farm', 'staff']),
  ...table({ ...onRestaurant, ...sightOfKitchen }, ['person', 'farm', 'staff']),
  // the chef of the market is no owner
  ...table({ ...onRestaurant, ...onMembership }, ['buyer']),
  ...table({ ...onMembership, ...ofMembers }, ['person', 'staff']),
  ...table({ ...requestsOfRestaurant, ...onOwnRequest }, ['person', 'farm', 'staff']),
  ...table({ ...requestsOfFarm, ...onAskedRequest }, ['person', 'buyer', 'staff']),
  ...table(requestsOfStaff, ['person', 'buyer', 'farm']),
  ...table(listsOfFarm, ['person', 'buyer', 'staff']),
  ...table({ ...ofFarm, ...promisesOfFarm, ...onGoods, ...sightOfGoods }, ['person', 'buyer', 'staff']),
  ...table({ ...ofParties, ...ofKeepers }, ['staff']),
  ...table(onFactors, ['person', 'buyer', 'farm', 'staff']),
  ...table(accountsOfStaff, ['person', 'buyer', 'farm']),
  ...table(ofStaffThemselves, ['visitor', 'unproven', 'person', 'buyer', 'farm']),
  ...table(conversationsOfMembers, ['person', 'staff']),
  ...table(reviewsOfMembers, ['person', 'staff']),
  ...table(booksOfMembers, ['person', 'staff']),
  ...table(freightOfKeepers, ['person', 'buyer']),
  ...table(runsOfFarms, ['person', 'buyer', 'staff']),
  ...table(reportsOfPeople, ['staff']),
  ...table(undeliveredOfStaff, ['person', 'buyer', 'farm']),
  ...table(ofUnproven, ['person', 'buyer', 'farm', 'staff']),
  ...table(badgesOfRestaurant, ['person', 'farm', 'staff']),
  // the chef of the market is no owner
  ...table(ofPlaceOwners, ['person', 'buyer', 'staff']),
  ...table(ofRestaurantOwners, ['person', 'buyer', 'farm', 'staff']),
  ...table(documentLists, ['person']),
  ...table(documentsOfFinance, ['person', 'buyer', 'farm']),
])('%s is not for %s', (_, who, ask) => refused(ask, who, Forbidden))

test.each([
  ...table(bySystem, ['visitor']),
  ...table(ofInstallation, ['visitor', 'unproven', 'person', 'buyer', 'farm']),
  ...table({ ...listsOfStaff, ...onMembers, ...onReview }, ['person', 'buyer', 'farm']),
  ...table({ ...onGoods, ...sightOfGoods, ...onAskedRequest }, ['otherFarm']),
  ...table(onInquiry, ['person', 'otherBuyer', 'farm']),
  ...table(onDocument, ['visitor', 'person', 'buyer', 'farm', 'staff']),
  ...table(onRun, ['visitor', 'person', 'buyer', 'farm', 'staff']),
  ...table(changesOfRun, ['person', 'buyer', 'farm', 'staff']),
  ...table(reportsOfPeople, ['person', 'buyer', 'farm']),
  ...table({ ...sightOfPurchase, ...onPurchase }, ['person', 'otherBuyer', 'farm', 'otherFarm']),
])('%s: there is no such thing for %s', (_, who, ask) => refused(ask, who, NotFound))

test('an allowed mutation is seen to write', async () => {
  const { it, actors } = await aScene()
  test_.writesSince()
  await setCartLine(as(test_.db, actors.buyer), { kitchenId: it.kitchenId, productId: it.productId, qty: 7 })
  expect(test_.writesSince()).toContainEqual(expect.stringContaining('cart_lines'))
})

test('a restaurant cannot order another restaurant’s order again', async () => {
  const { it, actors } = await aScene()
  const [kitchenId] = actors.otherBuyer.kitchenIds
  await leavesAllAsItWas(() =>
    expect(
      reorder(as(test_.db, actors.otherBuyer), { kitchenId: there(kitchenId), orderIds: [it.orderId] }),
    ).rejects.toThrow(NotFound),
  )
})

test('of no order there is nothing to order again', async () => {
  const { it, actors } = await aScene()
  await expect(reorder(as(test_.db, actors.buyer), { kitchenId: it.kitchenId, orderIds: [] })).rejects.toThrow(NotFound)
})

test('lists contain the caller’s own orders only', async () => {
  const { it, actors } = await aScene()
  const { db } = test_
  const ids = (page: { orders: { id: OrderId }[] }) => page.orders.map(({ id }) => id)
  expect(ids(await historyOfFarm(as(db, actors.farm)))).toEqual([it.orderId])
  expect(ids(await historyOfFarm(as(db, actors.otherFarm)))).toEqual([])
  expect(ids(await historyOfRestaurant(as(db, actors.otherBuyer)))).toEqual([])
  const newest = { sort: { by: 'placed', descending: true }, page: 1, perPage: 500 } as const
  expect(ids(await staffOrders(as(db, actors.staff), {}, newest))).toContain(it.orderId)
  expect(await farmWork(as(db, actors.otherFarm), jstDate('2026-12-31'))).toEqual([])
  expect(await farmWaiting(as(db, actors.otherFarm))).toBe(0)
  expect(await lastPurchases(as(db, actors.otherBuyer), 3)).toEqual([])
})

test('commission is for the farm and staff: a buyer finds it nowhere in what they are given', async () => {
  const { it, actors } = await aScene()
  const { db } = test_
  expect((await orderDetail(as(db, actors.farm), it.orderId)).commission?.rates).toEqual([1200])
  expect((await orderDetail(as(db, actors.staff), it.orderId)).commission?.rates).toEqual([1200])
  const forBuyer = [
    await orderDetail(as(db, actors.buyer), it.orderId),
    await historyOfRestaurant(as(db, actors.buyer)),
    await ordersOfPurchase(as(db, actors.buyer), it.purchaseId),
  ]
  expect(JSON.stringify(forBuyer)).not.toMatch(/commission[^"]*":(?!null)/i)
})

test.each([
  ['visitor', null],
  ['person', null],
  ['buyer', 1_500],
  ['farm', 1_500],
  ['staff', 1_500],
] as const)('the catalogue is open to %s, with the price %s', async (who, price) => {
  const { it, actors } = await aScene()
  const ctx = as(test_.db, actors[who])
  const { products } = await listProducts(ctx, { farmId: it.farmId })
  const page = await productDetail(ctx, it.productId, null)
  const farm = await farmDetail(ctx, it.farmId, null)
  expect([products[0]?.priceYen, page.priceYen, farm.products.products[0]?.priceYen]).toEqual([price, price, price])
})

test.each(['restaurant', 'farm'])('a %s that is not approved sees no wholesale prices', async (side) => {
  const { it, actors } = await aScene()
  const actor = {
    restaurant: { ...actors.buyer, restaurantApproved: false },
    farm: { ...actors.otherFarm, farmApproved: false },
  }[side]
  expect((await productDetail(as(test_.db, there(actor)), it.productId, null)).priceYen).toBeNull()
})

/** The carts of `ofKitchen`, except viewing: that is empty, so that a visitor may still browse. */
// these two are read, and are empty then
const { cartQuote: _quote, usualQuantities: _usual, ...changesOfCart } = ofKitchen
test.each(Object.entries(changesOfCart))('%s is not for a restaurant that is not approved', async (_, ask) => {
  unchanged ??= aScene()
  const { it, actors } = await unchanged
  const suspended = as(test_.db, { ...actors.buyer, restaurantApproved: false })
  await leavesAllAsItWas(async () => {
    await expect(ask(suspended, it)).rejects.toThrow(Forbidden)
    expect((await cartQuote(suspended, it.kitchenId)).farms).toEqual([])
  })
})

test('a farm that is suspended takes no order on, but may still decline it', async () => {
  const { it, actors } = await aScene()
  const suspended = as(test_.db, { ...actors.farm, farmApproved: false })
  await expect(there(byFarm.acceptOrder)(suspended, it)).rejects.toThrow(Forbidden)
  expect(await there(byFarm.declineOrder)(suspended, it)).toMatchObject({ ok: true })
})

test('a farm that is suspended carries through what it has accepted', async () => {
  const { it, actors } = await aScene()
  await there(byFarm.acceptOrder)(as(test_.db, actors.farm), it)
  const suspended = as(test_.db, { ...actors.farm, farmApproved: false })
  for (const step of ['prepareOrder', 'packOrder', 'shipOrder'] as const)
    expect(await there(byFarm[step])(suspended, it)).toMatchObject({ ok: true })
})

test.each(Object.entries({ ...promisesOfFarm, ...onGoods, ...ofRecallers, ...onRegistration }))(
  '%s is not for a helper who packs',
  async (_, ask) => {
    unchanged ??= aScene()
    const { it, actors } = await unchanged
    const packer = as(test_.db, { ...actors.farm, role: 'staff', rights: 'pack' })
    await leavesAllAsItWas(() => expect(ask(packer, it)).rejects.toThrow(Forbidden))
  },
)

/** What a helper who only reads may still write: about themselves. */
const ownAffairs = new Set([...Object.keys({ ...ofOneself, ...ofKeepers, ...ofMembers }), 'makeApiToken'])

test('a read-only helper writes nothing, whatever is called', async () => {
  unchanged ??= aScene()
  const { it, actors } = await unchanged
  const ctx = as(test_.db, { ...actors.farm, role: 'staff', rights: 'see' })
  await leavesAllAsItWas(async () => {
    for (const [name, ask] of Object.entries(atTheDoor)) if (!ownAffairs.has(name)) await ask(ctx, it).catch(() => null)
  })
})

test.each(Object.keys(ofApplicants))('%s is for members only', async (name) => {
  const { it, actors } = await aScene()
  for (const who of ['person', 'staff'] as const)
    await expect(ofApplicants[name]?.(as(test_.db, actors[who]), it)).rejects.toThrow(Forbidden)
})

test('mendApplication is for the owner, not for other members', async () => {
  const { it, actors } = await aScene()
  await expect(ofApplicants.mendApplication?.(as(test_.db, actors.buyer), it)).rejects.toThrow(Forbidden)
})

const modules = import.meta.glob<Record<string, unknown>>('../../app/modules/**/*.server.{ts,tsx}', { eager: true })
const declarations = new Map(
  Object.values(modules).flatMap((exported) =>
    Object.entries(exported).flatMap(([name, it]) =>
      typeof it === 'function' && 'declaration' in it ? [[name, it.declaration as { permission: Permission }]] : [],
    ),
  ),
)

test('every declared use case and query has its case here', () => {
  expect(declarations.size).toBeGreaterThan(250)
  const missing = [...declarations].filter(([name, { permission }]) => permission !== 'public' && !(name in everything))
  expect(missing.map(([name]) => name)).toEqual([])
})

test('what pages, API and jobs call is declared, or has its case here', () => {
  const callers = import.meta.glob<string>(['../../app/{routes,api,web}/**/*.{ts,tsx}', '../../app/jobs.ts'], {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  const called = Object.values(callers).flatMap((text) =>
    [...text.matchAll(/import \{([^}]*)\} from '#modules\/[^']*\.server\.tsx?'/g)].flatMap(([, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
        .filter((name) =>
          new RegExp(`(?<![\\w.])${name.split(' as ').at(-1)}\\((?:ctx|context\\.ctx|notBefore)`).test(text),
        )
        .map((name) => name.split(' as ')[0] ?? name),
    ),
  )
  const unknown = called.filter((name) => !declarations.has(name) && !(name in everything))
  expect([...new Set(unknown)]).toEqual([])
})
