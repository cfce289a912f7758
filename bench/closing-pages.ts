import type pg from 'pg'
import type { BuyerActor, FarmActor, StaffActor } from '../app/authorization/actor.ts'
import { kyselyOn } from '../app/infra/db/kysely.server.ts'
import { operatorOf } from '../app/infra/operator.server.ts'
import { readSettings } from '../app/infra/settings.server.ts'
import type { AdminId, FarmId, KitchenId, PersonId, RestaurantId } from '../app/kernel/ids.ts'
import { addDays, jstDateOf } from '../app/kernel/jst.ts'
import { bankDay } from '../app/modules/banking/bank-days.ts'
import { billingDesk } from '../app/modules/billing/billing-desk.server.ts'
import { currentPeriod } from '../app/modules/billing/current-period.server.ts'
import { ownInvoices } from '../app/modules/billing/invoice-queries.server.ts'
import { billingExceptions, moneyExceptions } from '../app/modules/bookkeeping/exceptions.server.ts'
import { trialBalance } from '../app/modules/bookkeeping/trial-balance.server.ts'
import { creditList } from '../app/modules/credit/credit-list.server.ts'
import { creditOf } from '../app/modules/credit/credit-standing.server.ts'
import { adminCookie, sessionCookie } from '../app/modules/identity/session.ts'
import { openSession } from '../app/modules/identity/session-store.server.ts'
import { ownCommission } from '../app/modules/organisations/commission/agreements.server.ts'
import { waitingBankAccounts } from '../app/modules/payouts/bank-account.server.ts'
import { ownSales, yearFigures } from '../app/modules/payouts/farm-sales.server.ts'
import { longHeld } from '../app/modules/payouts/long-holds.server.ts'
import { payRuns, previewPayRun } from '../app/modules/payouts/pay-run.server.ts'
import { payoutExceptions } from '../app/modules/payouts/payout-exceptions.server.ts'
import { payoutSettings } from '../app/modules/payouts/payout-settings.server.ts'
import { caller, type RunningApp } from '../tests/support/running-app.ts'
import { measure } from './measure.ts'

export async function staffOf(pool: pg.Pool): Promise<StaffActor[]> {
  const { rows } = await pool.query<{ id: AdminId; name: string }>('select id, name from admins order by id limit 2')
  return rows.map(({ id, name }) => ({ kind: 'staff', adminId: id, name, role: 'full' }))
}

async function chefOf(pool: pg.Pool): Promise<BuyerActor> {
  const { rows } = await pool.query<{ person: PersonId; restaurant: RestaurantId; kitchen: KitchenId }>(
    `select m.person_id as person, r.id as restaurant, k.id as kitchen
       from restaurants r join memberships m on m.restaurant_id = r.id join kitchens k on k.restaurant_id = r.id
      where r.name = '計測' order by r.id limit 1`,
  )
  const [row] = rows
  if (!row) throw new Error('no restaurant')
  const { person: personId, restaurant: restaurantId, kitchen } = row
  const own = { personId, restaurantId, kitchenIds: [kitchen], name: '計測', restaurantApproved: true }
  return { kind: 'buyer', role: 'owner', orderLimitYen: null, ...own }
}

async function farmerOf(pool: pg.Pool): Promise<FarmActor> {
  const { rows } = await pool.query<{ person: PersonId; farm: FarmId }>(
    `select m.person_id as person, f.id as farm from farms f join memberships m on m.farm_id = f.id
      where f.name like '計測農園%' order by f.id limit 1`,
  )
  const [row] = rows
  if (!row) throw new Error('no farm')
  const own = { personId: row.person, farmId: row.farm, name: '計測', farmApproved: true }
  return { kind: 'farm', role: 'owner', rights: 'all', ...own }
}

type Page = { name: string; own: () => Promise<unknown>; http?: () => Promise<unknown> }

/** The first page of each, over HTTP by one caller; and how many statements its own queries are. Says Markdown. */
export async function measurePages(app: RunningApp, pool: pg.Pool, say: (text: string) => void): Promise<void> {
  let statements = 0
  const db = kyselyOn(pool, () => statements++)
  say(
    '\n| page | its statements | they take p50 / p95 ms | HTTP p50 / p95 ms | errors |\n| --- | --: | --: | --: | --: |',
  )
  const calls = { calls: 20, atOnce: 1, warmUp: 2 }
  for (const { name, own, http } of await pagesOf(app, pool, db)) {
    statements = 0
    await own()
    const count = statements
    const inside = await measure(own, calls)
    const outside = http && (await measure(http, calls))
    const both = (it: typeof inside) => `${it.p50.toFixed(1)} / ${it.p95.toFixed(1)}`
    const errors = inside.errors + (outside?.errors ?? 0)
    say(`| ${name} | ${count} | ${both(inside)} | ${outside ? both(outside) : '—'} | ${errors} |`)
  }
}

async function pagesOf(app: RunningApp, pool: pg.Pool, db: ReturnType<typeof kyselyOn>): Promise<Page[]> {
  const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
  const now = new Date()
  const [staff] = await staffOf(pool)
  if (!staff) throw new Error('no administrator')
  const [chef, farmer] = [await chefOf(pool), await farmerOf(pool)]
  const by = { db, actor: staff, now }
  const own = { db, actor: chef, now }
  const farms = { db, actor: farmer, now }
  const network = { ip: null, userAgent: null }
  const asMember = ({ personId }: BuyerActor | FarmActor) =>
    openSession({ db, now }, { who: { personId }, channel: 'cookie', ...network })
  const asStaff = await openSession(
    { db, now },
    { who: { adminId: staff.adminId }, channel: 'cookie', amr: ['pwd', 'otp'], ...network },
  )
  const cookies = [`${adminCookie}=${asStaff}`, ...[await asMember(chef), await asMember(farmer)].map(memberCookie)]
  const [byStaff, byChef, byFarmer] = cookies.map((cookie) => {
    const call = caller(() => app.origin, { cookie })
    return (address: string) => () => call('GET', address)
  })
  const payOn = bankDay(addDays(jstDateOf(now), 1), 'next')
  return [
    {
      name: '/admin/billing',
      own: async () => {
        await billingDesk(by, { list: 'unpaid', page: 1 })
        await billingExceptions(by)
      },
      http: byStaff?.('/admin/billing'),
    },
    { name: '/admin/ledger', own: () => moneyExceptions(by), http: byStaff?.('/admin/ledger') },
    {
      name: '/admin/ledger/trial-balance',
      own: () => trialBalance(by, jstDateOf(now)),
      http: byStaff?.('/admin/ledger/trial-balance'),
    },
    {
      name: '/admin/payouts',
      own: async () => {
        await previewPayRun(by, payOn)
        await payRuns(by)
        await waitingBankAccounts(by)
        await longHeld(by)
        await payoutExceptions(by)
        await payoutSettings(by)
      },
      http: byStaff?.('/admin/payouts'),
    },
    { name: '/admin/billing/credit', own: () => creditList(by, ''), http: byStaff?.('/admin/billing/credit') },
    {
      name: '/restaurant/invoices',
      own: async () => {
        await currentPeriod(own, operator.buyerTerms)
        await ownInvoices(own)
      },
      http: byChef?.('/restaurant/invoices'),
    },
    {
      name: '/farmer/sales',
      own: async () => {
        await ownSales(farms, operator.farmTerms, 'month')
        await ownCommission(farms)
        await yearFigures(farms, Number(jstDateOf(now).slice(0, 4)))
      },
      http: byFarmer?.('/farmer/sales'),
    },
    { name: 'how a restaurant stands, in every quote', own: () => creditOf(own, chef.restaurantId) },
  ]
}

const memberCookie = (token: string) => `${sessionCookie}=${token}`
