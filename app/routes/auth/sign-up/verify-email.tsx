import { MailCheck } from 'lucide-react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { waitSecondsOf } from '#kernel/result.ts'
import { draftCookie } from '#modules/identity/session.ts'
import { awaitedLink, resendLink } from '#modules/organisations/sign-up/await-link.server.ts'
import { placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { reopenSignUp } from '#modules/organisations/sign-up/reopen-sign-up.server.ts'
import { Button } from '#ui/button.tsx'
import { Countdown } from '#ui/countdown.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Slip } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { formOf } from '../../form.ts'
import { redirectWithNotice } from '../../notice.server.ts'
import { page } from '../../page.server.ts'
import { ownMeta } from '../../page-meta.ts'
import { requestFacts } from '../../request-context.ts'
import { tryLater } from '../../retry-after.ts'
import { readCookie } from '../../session-cookie.server.ts'
import { FieldPanel } from '../field-panel.tsx'
import type { Route } from './+types/verify-email.ts'
import { atStep } from './at-step.server.ts'

export const meta = () => ownMeta('確認のメールを送りました')

export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  const { token } = await atStep(ctx, request, 'verify-email')
  const awaited = await awaitedLink(ctx, token, context.get(requestFacts).ip)
  if (!awaited) throw redirect(placeAddress['user-type'])
  return awaited
})

const tooSoon = 'いまは送れません。時間をおいて、もう一度押してください。'

/** Sends the link again, or goes back to the address. The answers are the same for an address that had an account. */
export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  const token = readCookie(request, draftCookie)
  const { ip, vault } = context.get(requestFacts)
  if ((await formOf(request)).get('wish') === 'other-address') {
    const reopened = token === null ? null : await reopenSignUp(ctx, token)
    return redirect(reopened?.ok ? placeAddress.signup : placeAddress['user-type'])
  }
  const sent = await resendLink(ctx, { token, ip, vault })
  if (sent.ok) return redirectWithNotice(placeAddress['verify-email'], 'メールをもう一度送りました。')
  if (sent.refusal === 'nothing_to_prove') return redirect(placeAddress.home)
  return data({ problem: tooSoon }, tryLater(waitSecondsOf(sent)))
})

export default function VerifyEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, wait, hasDraft } = loaderData
  const busy = useNavigation().formMethod === 'POST'
  return (
    <FieldPanel wide>
      <h1 className="text-h2 text-pine">
        <Head as="span">確認のメールを送りました</Head>
      </h1>
      <Slip className="grid grid-cols-1 gap-3 p-5 sm:p-6">
        <p className="flex items-center gap-3">
          <MailCheck aria-hidden="true" size={40} strokeWidth={1.75} className="shrink-0 text-pine" />
          <b className="min-w-0 text-h4 wrap-anywhere">{email}</b>
        </p>
        <p>
          24時間のうちに、届いたメールのボタンを押してください。押すと、申しこみが届きます。
          <strong>まだ申しこみは終わっていません。</strong>
        </p>
      </Slip>
      <section className="grid grid-cols-1 gap-3">
        <h2 className="text-h4 font-bold">届かないとき</h2>
        <ul className="grid list-disc gap-1 ps-6">
          <li>迷惑メールの箱を見てください。</li>
          <li>携帯電話のメールは、「畝と皿」からのメールを受けとれる設定にしてください。</li>
          <li>数分おくれることがあります。</li>
        </ul>
        {actionData && <Notice tone="akane">{actionData.problem}</Notice>}
        <Form method="post" className="flex flex-wrap items-center gap-3">
          <Button name="wish" value="again" kind="line" busy={busy}>
            もう一度送る
          </Button>
          <Wait wait={wait} />
        </Form>
      </section>
      <section className="grid grid-cols-1 gap-3 border-t border-kraft-line pt-4">
        <h2 className="text-h4 font-bold">アドレスがちがうとき</h2>
        {hasDraft ? (
          <Form method="post" className="grid grid-cols-1 gap-3">
            <p>アドレスを入力しなおせます。ほかの入力は残り、いまのメールのボタンは使えなくなります。</p>
            <Button name="wish" value="other-address" kind="line" className="justify-self-start">
              アドレスを直す
            </Button>
          </Form>
        ) : (
          <p>
            申しこみをした端末の画面で直せます。それがむずかしいときは、
            <Link to="/restaurant/Inquiry?kind=signup" className="prose-link font-bold">
              お問い合わせ
            </Link>
            からお知らせください。
          </p>
        )}
      </section>
    </FieldPanel>
  )
}

/** How long until the next mail may go. It is the server that counts. */
function Wait({ wait }: { wait: Route.ComponentProps['loaderData']['wait'] }) {
  if (wait.kind === 'tomorrow')
    return <p className="text-sub">きょうはもう送れません。あした、もう一度お試しください。</p>
  if (wait.kind === 'now') return null
  return (
    <p className="text-sub">
      <Countdown
        seconds={wait.seconds}
        sentence={(left) => `あと${left}で、もう一度送れます。`}
        ended="もう一度送れます。"
      />
    </p>
  )
}
