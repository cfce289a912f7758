import { CircleUserRound, FileText, KeyRound, type LucideIcon, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { viewerOf } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { isRecentAuth, requirePerson } from '#authorization/recent-auth.ts'
import { can } from '#authorization/rules.ts'
import { ownCalendars } from '#modules/identity/access-keys.server.ts'
import { ownAccountChange } from '#modules/identity/account-changes/stop-account-change.server.ts'
import { apiTokensOf } from '#modules/identity/api-tokens.server.ts'
import { factorsOf } from '#modules/identity/factors/change-factors.server.ts'
import { ownIdentities } from '#modules/identity/login-methods/link-identity.server.ts'
import { identityName, linkableWays } from '#modules/identity/login-methods/login-methods.ts'
import { ownAccount, ownConsents, ownDevices } from '#modules/identity/own-account.server.ts'
import { myWorkplaces } from '#modules/identity/workplaces.server.ts'
import { ownWebhooks } from '#modules/notifications/webhooks/keep-webhook.server.ts'
import AppearanceForm from '#routes/shell/appearance-form.tsx'
import { Head } from '#ui/head.tsx'
import { CartonLines } from '#ui/market.tsx'
import { formOf } from '#web/form.ts'
import { guarded } from '#web/guard.server.ts'
import { runJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/profile.ts'
import { AccountChangeCard } from './account-change-card.tsx'
import { ConsentsCard, DataCard, LeaveCard } from './data-cards.tsx'
import { DevicesCard } from './devices-card.tsx'
import { EmailCard } from './email-card.tsx'
import { IntegrationsCard } from './integrations/integrations-card.tsx'
import { LoginMethodsCard } from './login-methods-card.tsx'
import { NameCard } from './name-card.tsx'
import { AnnouncementMailsCard } from './notifications/announcement-mails-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { profileChanges } from './profile-actions.server.ts'
import { ProfileCard } from './profile-card.tsx'
import { PasskeysCard, SecondFactorCard } from './security/second-factor-cards.tsx'
import { WorkplacesCard } from './workplaces-card.tsx'

export const meta = () => ownMeta('マイ設定')

export const middleware = guarded('auth')

export const loader = page(async (ctx, { context }: Route.LoaderArgs) => {
  const { personId } = requirePerson(ctx.actor)
  const { loginMethods } = context.get(requestFacts)
  const viewed = viewerOf(ctx.actor) !== null
  const mayMakeTokens = can(ctx.actor, 'api_token.make', null)
  const ownsWorkplace = 'role' in ctx.actor && ctx.actor.role === 'owner'
  const [account, change, places, devices, consents, factors, identities, integrations] = await Promise.all([
    ownAccount(ctx),
    ownAccountChange(ctx),
    myWorkplaces(ctx),
    ownDevices(ctx),
    ownConsents(ctx),
    // what protects an account is hidden from staff who view as its user
    viewed ? null : factorsOf(ctx, { personId }),
    viewed ? null : ownIdentities(ctx),
    viewed ? null : integrationsOf(ctx, ownsWorkplace),
  ])
  return {
    account,
    change,
    viewed,
    places,
    devices,
    consents,
    factors,
    mayMakeTokens,
    ownsWorkplace,
    integrations,
    keys: integrations &&
      factors && {
        tokens: integrations.tokens.length,
        calendars: integrations.calendars.length,
        passkeys: factors.passkeys,
      },
    linked: identities?.map((it) => ({ ...it, name: identityName(loginMethods, it) })),
    ways: linkableWays(loginMethods, identities ?? []),
    fresh: isRecentAuth(ctx.actor, ctx.now),
    shownAt: ctx.now.getTime(),
  }
})

/** Access without a sign-in for this user, and webhooks of the organisations they own. */
async function integrationsOf(ctx: Ctx, ownsWorkplace: boolean) {
  const [tokens, calendars, webhooks] = await Promise.all([
    apiTokensOf(ctx),
    ownCalendars(ctx),
    ownsWorkplace ? ownWebhooks(ctx) : [],
  ])
  return { tokens, calendars, webhooks }
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) =>
  runJob(profileChanges, ctx, await formOf(args.request), args),
)

/** Typed input in the other forms survives a refusal, and a change of appearance, which is immediate. */
export const shouldRevalidate = ({ formAction, actionStatus = 200 }: ShouldRevalidateFunctionArgs) =>
  actionStatus < 400 && formAction !== '/looks'

/** The user, not the organisation: name, login methods, appearance, and stored data. */
export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const {
    account,
    change,
    viewed,
    places,
    devices,
    consents,
    factors,
    mayMakeTokens,
    ownsWorkplace,
    linked,
    ways,
    fresh,
    shownAt,
  } = loaderData
  const { integrations, keys } = loaderData
  const problem = actionData?.problem
  const of = (intent: string) => (problem?.typed.intent === intent ? problem : undefined)
  return (
    <div className="mx-auto grid w-full max-w-[72rem] grid-cols-1 items-start gap-6 px-4 py-6 md:px-8 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-10 lg:py-10">
      <NamePlate name={account.name} email={account.email} />
      <div className="grid grid-cols-1 gap-10">
        {change && !viewed && <AccountChangeCard change={change} problem={of('stop-change')} />}
        <Group id="me" words={<Head as="span">プロフィール</Head>} Icon={CircleUserRound}>
          <NameCard key={`name-${shownAt}`} account={account} problem={of('name')} />
          <WorkplacesCard places={places} />
          <EmailCard key={`email-${shownAt}`} account={account} fresh={fresh} problem={of('email')} />
        </Group>
        <Group id="sign-in" words={<Head as="span">サインイン</Head>} Icon={KeyRound}>
          <PasswordCard
            key={`password-${shownAt}`}
            account={account}
            fresh={fresh}
            keys={keys}
            problem={of('password')}
          />
          {linked && <LoginMethodsCard linked={linked} ways={ways} fresh={fresh} problem={of('unlink')} />}
          {factors && <SecondFactorCard factors={factors} />}
          {factors && <PasskeysCard factors={factors} />}
          <DevicesCard key={`devices-${shownAt}`} devices={devices} keys={keys} fresh={fresh} problem={of('devices')} />
          {integrations && (
            <IntegrationsCard {...integrations} mayMakeTokens={mayMakeTokens} mayMakeWebhooks={ownsWorkplace} />
          )}
        </Group>
        <Group id="looks" words={<Head as="span">表示とお知らせ</Head>} Icon={SlidersHorizontal}>
          <ProfileCard id="looks-card" title={<Head as="span">画面の表示</Head>}>
            <AppearanceForm />
          </ProfileCard>
          {account.email && (
            <AnnouncementMailsCard
              key={`notices-${shownAt}`}
              email={account.email}
              announcementMails={account.announcementMails}
              priceMails={account.priceMails}
              problem={of('notices')}
            />
          )}
        </Group>
        <Group id="records" words={<Head as="span">記録と退会</Head>} Icon={FileText}>
          <ConsentsCard consents={consents} />
          {factors && <DataCard fresh={fresh} problem={of('prove')} />}
          {factors && <LeaveCard />}
        </Group>
      </div>
    </div>
  )
}

const sections = [
  ['#me', 'プロフィール'],
  ['#sign-in', 'サインイン'],
  ['#looks', '表示とお知らせ'],
  ['#records', '記録と退会'],
] as const

/** The owner of the page, like the label of a carton, and links to its parts where there is room beside them. */
const NamePlate = ({ name, email }: { name: string; email: string | null }) => (
  <section className="carton lg:sticky lg:top-24">
    <CartonLines />
    <div className="grid grid-cols-1 gap-1 p-5">
      <h1 className="text-sub font-bold text-ink-2">
        <Head as="span">マイ設定</Head>
      </h1>
      <p className="text-h3 font-bold wrap-anywhere">{name}</p>
      {email && <p className="text-sub wrap-anywhere">{email}</p>}
    </div>
    <nav aria-label="この画面の目次" className="hidden border-t border-kraft-line p-2 lg:block">
      <ul>
        {sections.map(([to, word]) => (
          <li key={to}>
            <a href={to} className="flex min-h-11 items-center rounded-control px-3 font-bold hover:bg-sunken">
              {word}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  </section>
)

type GroupProps = { id: string; words: ReactNode; Icon: LucideIcon; children: ReactNode }

const Group = ({ id, words, Icon, children }: GroupProps) => (
  <section id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-24 grid-cols-1 gap-4">
    <h2 id={`${id}-title`} className="flex items-center gap-2 text-h3 text-pine">
      <Icon aria-hidden="true" />
      {words}
    </h2>
    {children}
  </section>
)
