import { beforeAll, expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { type ProvenOperation, provenOperations } from '../../app/authorization/rules.ts'
import { safeFetch } from '../../app/infra/safe-fetch.server.ts'
import { readEmail } from '../../app/kernel/email.ts'
import { ReauthRequired } from '../../app/kernel/errors.ts'
import { newId } from '../../app/kernel/ids.ts'
import { addMinutes } from '../../app/kernel/jst.ts'
import { actFor } from '../../app/modules/admin/act-for/act-for.server.ts'
import { answerCorrectionFor } from '../../app/modules/admin/act-for/answer-correction-for.server.ts'
import { closeAccount } from '../../app/modules/admin/close-account.server.ts'
import { closeOrganisation } from '../../app/modules/admin/organisations/close-organisation.server.ts'
import { setHub } from '../../app/modules/admin/organisations/set-hub.server.ts'
import { personalData } from '../../app/modules/admin/personal-data.server.ts'
import { closeLedgerMonth } from '../../app/modules/bookkeeping/close-month.server.ts'
import {
  confirmAccountChange,
  requestAccountChange,
} from '../../app/modules/identity/account-changes/request-account-change.server.ts'
import { changeAdminRole, disableAdmin, enableAdmin } from '../../app/modules/identity/admins/disable-admin.server.ts'
import { inviteAdminOnScreen } from '../../app/modules/identity/admins/invite-admin.server.tsx'
import { makeApiToken } from '../../app/modules/identity/api-tokens.server.ts'
import { changePassword } from '../../app/modules/identity/change-password.server.ts'
import { newBackupCodes, removeTotp } from '../../app/modules/identity/factors/change-factors.server.ts'
import { beginTotp, confirmTotp } from '../../app/modules/identity/factors/enrol-totp.server.ts'
import { addPasskey, removePasskey, renamePasskey } from '../../app/modules/identity/factors/passkeys.server.ts'
import { beginImpersonation } from '../../app/modules/identity/impersonation/begin-impersonation.server.ts'
import { linkIdentity, unlinkIdentity } from '../../app/modules/identity/login-methods/link-identity.server.ts'
import { requestEmailChange } from '../../app/modules/identity/request-email-change.server.ts'
import { makeWebhook } from '../../app/modules/notifications/webhooks/keep-webhook.server.ts'
import { makeCalendarFeed } from '../../app/modules/ordering/past/calendar-feed.server.ts'
import { accountValues, editAccount } from '../../app/modules/organisations/account/edit-account.server.ts'
import { liftPerson, suspendPerson } from '../../app/modules/organisations/account/suspend-person.server.ts'
import { readApplication } from '../../app/modules/organisations/approval/application.server.ts'
import { approveGreen, decideApplication } from '../../app/modules/organisations/approval/decide-application.server.ts'
import { changeMember, removeMember } from '../../app/modules/organisations/members/change-member.server.ts'
import { inviteMember, showInvitation } from '../../app/modules/organisations/members/invite-member.server.ts'
import { undoWriteOff, writeOffInvoice } from '../../app/modules/payments/write-off.server.ts'
import { askBankAccount } from '../../app/modules/payouts/bank-account.server.ts'
import { releasePayRun } from '../../app/modules/payouts/pay-run.server.ts'
import { aFarm, aKey, aMarket, anAdmin, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { testEncryption as encryption } from '../support/mailed.ts'
import { must, placeAll, there } from './steps.ts'

const noReasons = { orders: '', claims: '', deposits: '', invoices: '', statements: '', cards: '', replay: '' }
const test_ = testDatabase()
const site = 'https://market.example.jp'
const from = { encryption, ip: null }
const parts = { site, findPostal: async () => null }
const asked = { key: aKey(), reason: '電話で依頼' }

async function aScene() {
  const market = await aMarket(test_.db)
  const { restaurantId, personId } = market.chef
  const { membershipId } = await test_.db
    .updateTable('memberships')
    .set({ role: 'owner', orderLimitYen: null })
    .where('personId', '=', personId)
    .returning('id as membershipId')
    .executeTakeFirstOrThrow()
  const [orderId] = await placeAll(test_.db, market)
  const [staff, other, third] = [await anAdmin(test_.db), await anAdmin(test_.db), await anAdmin(test_.db)]
  const waiting = must(
    await requestAccountChange(as(test_.db, third), {
      owner: { personId },
      kind: 'email',
      email: `new-${personId}@example.jp`,
      proof: 'papers',
      reason: '原本を確認',
    }),
  )
  const owner: BuyerActor = { ...market.chef, role: 'owner' }
  const { actor: farm } = await aFarm(test_.db)
  return { farm, owner, staff, other, waiting, personId, restaurantId, membershipId, orderId: there(orderId) }
}

type Scene = Awaited<ReturnType<typeof aScene>>
let it: Scene
beforeAll(async () => {
  it = await aScene()
})

type Call = (ctx: Ctx) => Promise<unknown>
const org = () => ({ restaurantId: it.restaurantId })
const mine = () => ({ owner: { personId: it.personId }, answer: null })
const person = () => ({ ...asked, personId: it.personId })
const number = {
  provider: 'embedded',
  issuer: 'phone',
  subject: '+819012345678',
  email: null,
  emailVerified: false,
  phone: '+819012345678',
  authTime: noon,
  amr: ['sms'],
} as const
const rights = { role: 'staff', rights: 'see', orderLimitYen: null } as const

/** Every use case behind an operation; a missing one is a type error. */
const calls: Record<ProvenOperation, { by: 'owner' | 'staff'; useCases: Record<string, Call> }> = {
  'own_account.change': {
    by: 'owner',
    useCases: {
      requestEmailChange: (ctx) => requestEmailChange(ctx, { email: must(readEmail('new@example.jp')) }, from),
      changePassword: (ctx) => changePassword(ctx, { password: '畑の朝つゆ 2026', keys: [] }),
      linkIdentity: (ctx) => linkIdentity(ctx, number, '090-1234-5678'),
      unlinkIdentity: (ctx) => unlinkIdentity(ctx, { ...number, called: '090-1234-5678' }),
      personalData: (ctx) => personalData(ctx),
      closeAccount: (ctx) => closeAccount(ctx, { confirmed: false }),
    },
  },
  'factors.change': {
    by: 'owner',
    useCases: {
      beginTotp: (ctx) => beginTotp(ctx, { owner: mine().owner }, encryption),
      confirmTotp: (ctx) => confirmTotp(ctx, { ...mine(), code: '000000' }, encryption),
      newBackupCodes: (ctx) => newBackupCodes(ctx, mine(), encryption),
      addPasskey: (ctx) =>
        addPasskey(ctx, { ...mine(), answer: { json: '{}', site: { origin: site } }, userAgent: '' }),
      renamePasskey: (ctx) => renamePasskey(ctx, { ...mine(), id: 'x', name: '' }),
      removePasskey: (ctx) => removePasskey(ctx, { ...mine(), id: 'x' }, encryption),
    },
  },
  'factors.remove': { by: 'owner', useCases: { removeTotp: (ctx) => removeTotp(ctx, mine(), encryption) } },
  'api_token.make': {
    by: 'owner',
    useCases: { makeApiToken: (ctx) => makeApiToken(ctx, { name: 'x', scopes: ['orders.read'], days: 30 }) },
  },
  'webhook.make': {
    by: 'owner',
    useCases: {
      makeWebhook: (ctx) =>
        makeWebhook(ctx, { url: 'x', groups: [] }, { encryption, safeFetch: safeFetch({ allowLocal: false }) }),
    },
  },
  'bank_account.change': {
    by: 'owner',
    useCases: {
      askBankAccount: (ctx) =>
        askBankAccount(
          { ...ctx, actor: { ...it.farm, ...('session' in ctx.actor && { session: ctx.actor.session }) } },
          { key: aKey(), bankCode: '', branchCode: '', type: '1', symbol: '', number: '', holder: '' },
          { encryption },
        ),
    },
  },
  'payouts.release': {
    by: 'staff',
    useCases: { releasePayRun: (ctx) => releasePayRun(ctx, { key: aKey(), id: newId() }) },
  },
  'ledger.close': {
    by: 'staff',
    useCases: {
      closeLedgerMonth: (ctx) => closeLedgerMonth(ctx, { ...noReasons, month: '2026-10', key: aKey() }),
    },
  },
  'bad_debt.write_off': {
    by: 'staff',
    useCases: {
      writeOffInvoice: (ctx) =>
        writeOffInvoice(ctx, {
          ...{ key: aKey(), documentId: newId(), yen: 1, unpaidYen: 1, reason: '破産', stopsOrdering: false },
        }),
      undoWriteOff: (ctx) => undoWriteOff(ctx, { key: aKey(), writeOffId: newId(), reason: '入金' }),
    },
  },
  'calendar.make': { by: 'owner', useCases: { makeCalendarFeed: (ctx) => makeCalendarFeed(ctx, {}) } },
  'member_rights.change': {
    by: 'owner',
    useCases: {
      inviteMember: (ctx) => inviteMember(ctx, { key: aKey(), email: null, ...rights, role: 'owner' }, from),
      showInvitation: (ctx) => showInvitation(ctx, { id: newId<'invitation'>() }),
      changeMember: (ctx) => changeMember(ctx, { membershipId: it.membershipId, ...rights }),
      removeMember: (ctx) => removeMember(ctx, { membershipId: it.membershipId }),
    },
  },
  'admin.invite': {
    by: 'staff',
    useCases: {
      inviteAdminOnScreen: (ctx) =>
        inviteAdminOnScreen(
          ctx,
          { key: aKey(), name: '運営 新', email: must(readEmail('invited@example.jp')), role: 'support' },
          encryption,
        ),
    },
  },
  'admin.disable': {
    by: 'staff',
    useCases: {
      disableAdmin: (ctx) => disableAdmin(ctx, { adminId: it.other.adminId, reason: '' }),
      enableAdmin: (ctx) => enableAdmin(ctx, { adminId: it.other.adminId }),
      changeAdminRole: (ctx) => changeAdminRole(ctx, { adminId: it.other.adminId, role: 'full' }),
    },
  },
  'account_change.decide': {
    by: 'staff',
    useCases: {
      requestAccountChange: (ctx) =>
        requestAccountChange(ctx, { owner: mine().owner, kind: 'factors', proof: 'papers', reason: '紛失' }),
      confirmAccountChange: (ctx) => confirmAccountChange(ctx, { changeId: it.waiting.id }, encryption),
    },
  },
  'members.decide': {
    by: 'staff',
    useCases: {
      decideApplication: (ctx) =>
        decideApplication(ctx, { ...asked, org: org(), version: 1, to: 'suspended', knowing: false }, parts),
      approveGreen: (ctx) => approveGreen(ctx, parts, { key: aKey(), orgs: [] }),
      setHub: (ctx) => setHub(ctx, { key: aKey(), farmId: newId(), isHub: true }),
      closeOrganisation: (ctx) => closeOrganisation(ctx, { ...asked, org: org(), version: 1 }),
      editAccount: async (ctx) =>
        editAccount(ctx, {
          ...asked,
          org: org(),
          version: 1,
          ...accountValues(await readApplication(test_.db, org())),
        }),
      suspendPerson: (ctx) => suspendPerson(ctx, { ...person(), reason: '' }),
      liftPerson: (ctx) => liftPerson(ctx, person()),
    },
  },
  'person.view': {
    by: 'staff',
    useCases: {
      beginImpersonation: (ctx) => beginImpersonation(ctx, { personId: it.personId, membershipId: null, reason: '' }),
    },
  },
  'order.stand_in': {
    by: 'staff',
    useCases: {
      actFor: (ctx) => actFor(ctx, { orderId: it.orderId, key: aKey(), step: 'decline', reason: '' }),
      answerCorrectionFor: (ctx) =>
        answerCorrectionFor(ctx, { orderId: it.orderId, key: aKey(), requestId: newId(), agree: true, reason: '' }),
    },
  },
}

const later = addMinutes(noon, 60)
const provedAgo = (actor: Scene['owner'] | Scene['staff'], minutes: number) =>
  as(test_.db, { ...actor, session: { key: 'k', authTime: addMinutes(later, -minutes), aal: 2 } }, later)

const cases = provenOperations.flatMap((operation) =>
  Object.entries(calls[operation].useCases).map(([name, call]) => [operation, name, call] as const),
)

test.each(cases)('%s: %s refuses a proof of eleven minutes ago, and takes one of nine', async (operation, _, call) => {
  const actor = it[calls[operation].by]
  await expect(async () => call(provedAgo(actor, 11))).rejects.toThrow(ReauthRequired)
  const answer = await Promise.resolve(call(provedAgo(actor, 9))).catch((error: unknown) => error)
  expect(answer).not.toBeInstanceOf(ReauthRequired)
})

test.each(cases)('%s: %s refuses an integration, whose token proves no identity', async (operation, _, call) => {
  if (calls[operation].by === 'staff') return
  await expect(async () => call({ db: test_.db, actor: it.owner, now: later })).rejects.toThrow(ReauthRequired)
})
