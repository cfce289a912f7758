import { data, redirect } from 'react-router'
import { formatDay } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { draftCookie } from '#modules/identity/session.ts'
import { placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { tradeNameWord } from '#modules/organisations/sign-up/profile-labels.ts'
import { shownApplication } from '#modules/organisations/sign-up/shown-application.server.ts'
import { timelineOf } from '#modules/organisations/sign-up/timeline.ts'
import { saidOf } from '#modules/organisations/ui/application-panel.tsx'
import { ApplicationTimeline } from '#modules/organisations/ui/application-timeline.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Perforation, Slip, Stamp } from '#ui/market.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { forgetCookie, readCookie } from '#web/session-cookie.server.ts'
import { FieldPanel } from '../field-panel.tsx'
import type { Route } from './+types/completed.ts'
import { atStep } from './at-step.server.ts'

export const meta = () => ownMeta('申し込みを受け付けました')

/** For applicants who wait; once there is a decision, their home page shows it. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  await atStep(ctx, request, 'completed')
  const application = await shownApplication(ctx)
  if (!application.submittedAt) throw redirect(placeAddress.home)
  // the sign-up is complete, with whichever login method
  const headers: HeadersInit = readCookie(request, draftCookie) ? { 'set-cookie': forgetCookie(draftCookie) } : {}
  return data({ application, on: jstDateOf(application.submittedAt) }, { headers })
})

export default function CompletedPage({ loaderData: { application, on } }: Route.ComponentProps) {
  const restaurant = application.side === 'restaurant'
  return (
    <FieldPanel wide>
      <h1 className="text-h2 text-pine">
        <Head as="span">申し込みを受け付けました</Head>
      </h1>
      <Slip className="grid grid-cols-1 gap-4 p-5 sm:p-7">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="min-w-0">
            <span className="block text-sub text-ink-2">{tradeNameWord[application.side]}</span>
            <b className="text-h3 wrap-anywhere">{application.name}</b>
            <span className="block text-sub">{formatDay(on)}に受付</span>
          </p>
          <Stamp word="受付" date={`${Number(on.slice(5, 7))}/${Number(on.slice(8))}`} lands />
        </div>
        <Perforation />
        <ApplicationTimeline
          states={timelineOf({ ...application, hasPapers: application.paperCount > 0 })}
          said={saidOf(application)}
        />
      </Slip>
      <section className="grid grid-cols-1 gap-3">
        <h2 className="text-h4 font-bold">承認までの間に</h2>
        <p className="flex flex-wrap gap-3">
          <ButtonLink to={restaurant ? '/restaurant/products?season=1' : '/farmer/Guide'}>
            {restaurant ? '旬の食材を見る' : '使い方を見る'}
          </ButtonLink>
          <ButtonLink to={application.address} kind="line">
            {application.paperCount > 0 ? '申込内容と書類' : '書類を送信する'}
          </ButtonLink>
          <ButtonLink to={restaurant ? '/restaurant' : '/farmer'} kind="line">
            自分の画面へ
          </ButtonLink>
        </p>
      </section>
    </FieldPanel>
  )
}
