import { MailCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { unprovenAccountOf } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { emailRefusalText, readEmail } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { draftCookie, sessionCookie } from '#modules/identity/session.ts'
import { awaitedLink, resendLink } from '#modules/organisations/sign-up/await-link.server.ts'
import { changeUnprovenAddress } from '#modules/organisations/sign-up/change-address.server.ts'
import { deleteUnproven } from '#modules/organisations/sign-up/delete-unproven.server.ts'
import { placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { reopenSignUp } from '#modules/organisations/sign-up/reopen-sign-up.server.ts'
import { deleteNotConfirmedText, verificationTooSoonText } from '#modules/organisations/sign-up/unproven-labels.ts'
import { Button } from '#ui/button.tsx'
import { Countdown } from '#ui/countdown.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Slip } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, invalid, type Problem, parseForm, refused, refusedForNow } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { forgetCookie, readCookie } from '#web/session-cookie.server.ts'
import { typed } from '#web/typed-fields.ts'
import { FieldPanel } from '../field-panel.tsx'
import type { Route } from './+types/verify-email.ts'
import { atStep } from './at-step.server.ts'

export const meta = () => ownMeta('確認のメールを送りました')

/** The one page of an account whose address is not verified: verify, send again, change, sign out, delete. */
export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  const { token } = await atStep(ctx, request, 'verify-email')
  const awaited = await awaitedLink(ctx, token, context.get(requestFacts).ip)
  if (!awaited) throw redirect(placeAddress['user-type'])
  return { ...awaited, signedIn: unprovenAccountOf(ctx.actor) !== null }
})

type Wished = { ctx: Ctx; form: FormData; token: string | null; ip: string | null; encryption: Encryption }

/** Which form of the page was submitted. The responses are the same for an address that has another account. */
const wishes = { again, 'other-address': reopen, 'new-address': change, delete: remove }

export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  const { ip, encryption } = context.get(requestFacts)
  const form = await formOf(request)
  const wish = String(form.get('wish'))
  if (!isWish(wish)) throw data(null, { status: 400 })
  return wishes[wish]({ ctx, form, token: readCookie(request, draftCookie), ip, encryption })
})

const isWish = (wish: string): wish is keyof typeof wishes => Object.hasOwn(wishes, wish)

async function again({ ctx, form, token, ip, encryption }: Wished) {
  const sent = await resendLink(ctx, { token, ip, encryption })
  if (sent.ok) return redirectWithFlash(placeAddress['verify-email'], 'メールをもう一度送りました。')
  if (sent.refusal === 'nothing_to_prove') return redirect(placeAddress.home)
  return refusedForNow(verificationTooSoonText, form, waitSecondsOf(sent))
}

async function reopen({ ctx, token }: Wished) {
  const reopened = token === null ? null : await reopenSignUp(ctx, token)
  return redirect(reopened?.ok ? placeAddress.signup : placeAddress['user-type'])
}

const NewAddress = z.object({ email: typed(readEmail, emailRefusalText) })

async function change({ ctx, form, ip, encryption }: Wished) {
  const read = parseForm(NewAddress, form)
  if (!read.ok) return invalid(read.problem)
  const changed = await changeUnprovenAddress(ctx, { email: read.value.email, ip, encryption })
  if (changed.ok)
    return redirectWithFlash(placeAddress['verify-email'], `${changed.value.email} に確認のメールを送りました。`)
  if (changed.refusal === 'already_proven') return redirect(placeAddress.home)
  return refusedForNow(verificationTooSoonText, form, waitSecondsOf(changed))
}

async function remove({ ctx, form, token }: Wished) {
  const deleted = await deleteUnproven(ctx, { draftToken: token, confirmed: form.get('sure') === 'yes' })
  if (!deleted.ok && deleted.refusal === 'not_confirmed') return refused(deleteNotConfirmedText, form, 'sure')
  if (!deleted.ok) return redirect(placeAddress.home)
  const answer = await redirectWithFlash('/', '登録を削除しました。')
  for (const cookie of [sessionCookie, draftCookie] as const) answer.headers.append('set-cookie', forgetCookie(cookie))
  return answer
}

const idOf = (name: string) => `verify-${name}`

export default function VerifyEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, wait, hasDraft, signedIn } = loaderData
  const problem = actionData?.problem
  const of = (wish: string) => (problem?.typed.wish === wish ? problem : undefined)
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
        {signedIn && <p>確認が終わるまで、商品の閲覧以外の機能は使えません。</p>}
      </Slip>
      <Again wait={wait} problem={of('again')} />
      <Part title="アドレスがちがうとき">
        {hasDraft ? (
          <Form method="post" className="grid grid-cols-1 gap-3">
            <p>アドレスを入力しなおせます。ほかの入力は残り、いまのメールのボタンは使えなくなります。</p>
            <Button name="wish" value="other-address" kind="line" className="justify-self-start">
              アドレスを直す
            </Button>
          </Form>
        ) : signedIn ? (
          <NewAddressForm problem={of('new-address')} />
        ) : (
          <p>
            申しこみをした端末の画面で直せます。それがむずかしいときは、
            <Link to="/restaurant/Inquiry?kind=signup" className="prose-link font-bold">
              お問い合わせ
            </Link>
            からお知らせください。
          </p>
        )}
      </Part>
      {signedIn && (
        <Part title="あとで確認するとき">
          <Form method="post" action="/auth/signOut" className="grid grid-cols-1 gap-3">
            <p>サインアウトしても、届いたメールのボタンは使えます。</p>
            <Button kind="line" className="justify-self-start">
              サインアウト
            </Button>
          </Form>
        </Part>
      )}
      <Part title="登録をやめるとき">
        <DeleteForm problem={of('delete')} />
      </Part>
    </FieldPanel>
  )
}

type Loaded = Route.ComponentProps['loaderData']
type Asked = { problem: Problem | undefined }

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-1 gap-3 border-t border-kraft-line pt-4">
    <h2 className="text-h4 font-bold">{title}</h2>
    {children}
  </section>
)

function Again({ wait, problem }: Pick<Loaded, 'wait'> & Asked) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-h4 font-bold">届かないとき</h2>
      <ul className="grid list-disc gap-1 ps-6">
        <li>迷惑メールの箱を見てください。</li>
        <li>携帯電話のメールは、「畝と皿」からのメールを受けとれる設定にしてください。</li>
        <li>数分おくれることがあります。</li>
      </ul>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <Form method="post" className="flex flex-wrap items-center gap-3">
        <Button name="wish" value="again" kind="line" busy={useIsSent('again')}>
          もう一度送る
        </Button>
        <Wait wait={wait} />
      </Form>
    </section>
  )
}

function NewAddressForm({ problem }: Asked) {
  const check = useFormCheck(problem, idOf)
  return (
    <Form method="post" noValidate onSubmit={check.onSubmit} className="grid grid-cols-1 gap-4">
      <input type="hidden" name="wish" value="new-address" />
      <FormSummary problems={check.problems} refusal={check.refusal} />
      {problem && Object.keys(problem.fields).length === 0 && <Notice tone="akane">{problem.summary}</Notice>}
      <EmailField
        id={idOf('email')}
        label="正しいメールアドレス"
        name="email"
        need="required"
        help="このアドレスに確認のメールを送ります。前のメールのボタンは使えなくなります。"
        defaultValue={problem?.typed.email}
        error={problem?.fields.email}
      />
      <Button kind="line" className="justify-self-start" busy={useIsSent('new-address')}>
        アドレスを変更して送る
      </Button>
    </Form>
  )
}

function DeleteForm({ problem }: Asked) {
  const check = useFormCheck(problem, idOf)
  return (
    <Form method="post" noValidate onSubmit={check.onSubmit} className="grid grid-cols-1 gap-4">
      <input type="hidden" name="wish" value="delete" />
      <FormSummary problems={check.problems} refusal={check.refusal} />
      <p>入力した内容と登録を削除します。元に戻せません。</p>
      <Checkbox
        id={idOf('sure')}
        name="sure"
        value="yes"
        label="登録を削除することを確認しました"
        mustBeTicked={deleteNotConfirmedText}
        error={problem?.fields.sure}
      />
      <Button kind="danger" className="justify-self-start" busy={useIsSent('delete')}>
        登録を削除する
      </Button>
    </Form>
  )
}

/** Whether this form of the page is being submitted. */
function useIsSent(wish: string): boolean {
  const { state, formData } = useNavigation()
  return state !== 'idle' && formData?.get('wish') === wish
}

/** The time until the next mail is allowed. The server counts. */
function Wait({ wait }: Pick<Loaded, 'wait'>) {
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
