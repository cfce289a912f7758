import type { AdminTables } from '#modules/admin/tables.ts'
import type { AuditLogTables } from '#modules/audit-log/tables.ts'
import type { BillingTables } from '#modules/billing/tables.ts'
import type { BookkeepingTables } from '#modules/bookkeeping/tables.ts'
import type { CartTables } from '#modules/cart/tables.ts'
import type { ContentTables } from '#modules/content/tables.ts'
import type { CreditTables } from '#modules/credit/tables.ts'
import type { DeliveryTables } from '#modules/delivery/tables.ts'
import type { GroupBuyingTables } from '#modules/group-buying/tables.ts'
import type { IdentityTables } from '#modules/identity/tables.ts'
import type { IssuedDocumentsTables } from '#modules/issued-documents/tables.ts'
import type { LedgerTables } from '#modules/ledger/tables.ts'
import type { MessagingTables } from '#modules/messaging/tables.ts'
import type { NotificationsTables } from '#modules/notifications/tables.ts'
import type { OrderingTables } from '#modules/ordering/tables.ts'
import type { OrganisationsTables } from '#modules/organisations/tables.ts'
import type { PackingPapersTables } from '#modules/packing-papers/tables.ts'
import type { PaymentsTables } from '#modules/payments/tables.ts'
import type { PayoutsTables } from '#modules/payouts/tables.ts'
import type { PhotosTables } from '#modules/photos/tables.ts'
import type { PricingTables } from '#modules/pricing/tables.ts'
import type { ProductsTables } from '#modules/products/tables.ts'
import type { ReviewsTables } from '#modules/reviews/tables.ts'
import type { RunsTables } from '#modules/runs/tables.ts'
import type { ShoppingListsTables } from '#modules/shopping-lists/tables.ts'
import type { SourcingTables } from '#modules/sourcing/tables.ts'
import type { SupportTables } from '#modules/support/tables.ts'
import type { TraceabilityTables } from '#modules/traceability/tables.ts'

/** What the proxies in front of a server reported, by hour (infra/proxy-watch.server.ts). */
type ProxyCounts = {
  hour: Date
  trustedProxies: number
  requests: number
  tooShort: number
  tooLong: number
  fromInside: number
}

/** The tables of all modules, for Kysely. */
export type Database = { proxyCounts: ProxyCounts } & AdminTables &
  AuditLogTables &
  BillingTables &
  BookkeepingTables &
  CartTables &
  ContentTables &
  CreditTables &
  DeliveryTables &
  GroupBuyingTables &
  IdentityTables &
  IssuedDocumentsTables &
  LedgerTables &
  MessagingTables &
  NotificationsTables &
  OrderingTables &
  OrganisationsTables &
  PackingPapersTables &
  PaymentsTables &
  PayoutsTables &
  PhotosTables &
  PricingTables &
  ProductsTables &
  ReviewsTables &
  RunsTables &
  ShoppingListsTables &
  SourcingTables &
  SupportTables &
  TraceabilityTables
