import { MailCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, redirect, useNavigation } from 'react-router'
import { unprovenAccountOf } from '#authorization/actor.ts'
import { draftCookie, sessionCookie } from '#modules/identity/session.ts'
import { awaitedLink, resendLink } from '#modules/organisations/sign-up/await-link.server.ts'
import { changeUnprovenAddress } from '#modules/organisations/sign-up/change-address.server.ts'
import { deleteUnproven } from '#modules/organisations/sign-up/delete-unproven.server.ts'
import { placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { reopenSignUp } from '#modules/organisations/sign-up/reopen-sign-up.server.ts'
import { deleteNotConfirmedText } from '#modules/organisations/sign-up/unproven-labels.ts'
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
import type { Problem } from '#web/form.ts'
import { job, jobs, withTool } from '#web/jobs.server.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { forgetCookie, readCookie } from '#web/session-cookie.server.ts'
import { FieldPanel } from '../field-panel.tsx'
import type { Route } from './+types/verify-email.ts'
import { atStep } from './at-step.server.ts'

export const meta = () => ownMeta('確認メールを送信しました')

/** The one page of an account whose address is not verified: verify, send again, change, sign out, delete. */
export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  const { token } = await atStep(ctx, request, 'verify-email')
  const awaited = await awaitedLink(ctx, token, context.get(requestFacts).ip)
  if (!awaited) throw redirect(placeAddress['user-type'])
  return { ...awaited, signedIn: unprovenAccountOf(ctx.actor) !== null }
})

type Args = Pick<Route.ActionArgs, 'request' | 'context'>

/** The cookie of the sign-up never enters the form: a refused form is shown again. */
const browser = ({ request, context }: Args) => {
  const { ip, encryption } = context.get(requestFacts)
  return { token: readCookie(request, draftCookie), ip, encryption }
}

const home = () => redirect(placeAddress.home)

/** The responses are the same for an address that has another account. */
export const action = page(
  jobs({
    again: job(withTool(resendLink, browser), {
      instead: ({ refusal }) => (refusal === 'nothing_to_prove' ? home() : null),
      done: () => redirectWithFlash(placeAddress['verify-email'], 'メールを再送しました。'),
    }),
    'other-address': job(withTool(reopenSignUp, browser), {
      instead: () => redirect(placeAddress['user-type']),
      done: () => redirect(placeAddress.signup),
    }),
    'new-address': job(withTool(changeUnprovenAddress, browser), {
      instead: ({ refusal }) => (refusal === 'already_proven' ? home() : null),
      done: ({ email }) => redirectWithFlash(placeAddress['verify-email'], `${email} に確認メールを送信しました。`),
    }),
    delete: job(withTool(deleteUnproven, browser), {
      at: ({ refusal }) => (refusal === 'not_confirmed' ? 'confirmed' : undefined),
      instead: ({ refusal }) => (refusal === 'nothing_to_delete' ? home() : null),
      done: async () => {
        const answer = await redirectWithFlash('/', '登録を削除しました。')
        for (const cookie of [sessionCookie, draftCookie] as const)
          answer.headers.append('set-cookie', forgetCookie(cookie))
        return answer
      },
    }),
  }),
)

const idOf = (name: string) => `verify-${name}`

export default function VerifyEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, wait, hasDraft, signedIn } = loaderData
  const problem = actionData?.problem
  const of = (intent: string) => (problem?.typed.intent === intent ? problem : undefined)
  const ofNone = problem && !['again', 'new-address', 'delete'].some(of)
  return (
    <FieldPanel wide>
      <h1 className="text-h2 text-pine">
        <Head as="span">確認メールを送信しました</Head>
      </h1>
      <Slip className="grid grid-cols-1 gap-3 p-5 sm:p-6">
        <p className="flex items-center gap-3">
          <MailCheck aria-hidden="true" size={40} strokeWidth={1.75} className="shrink-0 text-pine" />
          <b className="min-w-0 text-h4 wrap-anywhere">{email}</b>
        </p>
        <p>
          24時間以内に、届いたメールのボタンを押してください。押すと、申し込みが完了します。
          <strong>申し込みはまだ完了していません。</strong>
        </p>
        {signedIn && <p>確認が完了するまで、商品の閲覧以外の機能は使用できません。</p>}
      </Slip>
      {ofNone && <Notice tone="akane">{problem.summary}</Notice>}
      <Again wait={wait} problem={of('again')} />
      <Part title="アドレスが間違っている場合">
        {hasDraft ? (
          <Form method="post" className="grid grid-cols-1 gap-3">
            <p>アドレスを入力し直せます。他の入力内容は残り、現在のメールのボタンは使用できなくなります。</p>
            <Button name="intent" value="other-address" kind="line" className="justify-self-start">
              アドレスを修正
            </Button>
          </Form>
        ) : signedIn ? (
          <NewAddressForm problem={of('new-address')} />
        ) : (
          <p>
            申し込みをした端末の画面で修正できます。難しい場合は、
            <Link to="/restaurant/Inquiry?kind=signup" className="prose-link font-bold">
              お問い合わせ
            </Link>
            からご連絡ください。
          </p>
        )}
      </Part>
      {signedIn && (
        <Part title="後で確認する場合">
          <Form method="post" action="/auth/signOut" className="grid grid-cols-1 gap-3">
            <p>サインアウトしても、届いたメールのボタンは使用できます。</p>
            <Button kind="line" className="justify-self-start">
              サインアウト
            </Button>
          </Form>
        </Part>
      )}
      <Part title="登録を中止する場合">
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
      <h2 className="text-h4 font-bold">届かない場合</h2>
      <ul className="grid list-disc gap-1 ps-6">
        <li>迷惑メールフォルダを確認してください。</li>
        <li>携帯電話のメールの場合は、「畝と皿」からのメールを受信できるように設定してください。</li>
        <li>届くまでに数分かかることがあります。</li>
      </ul>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <Form method="post" className="flex flex-wrap items-center gap-3">
        <Button name="intent" value="again" kind="line" busy={useIsSent('again')}>
          再送する
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
      <input type="hidden" name="intent" value="new-address" />
      <FormSummary problems={check.problems} refusal={check.refusal} />
      {problem && Object.keys(problem.fields).length === 0 && <Notice tone="akane">{problem.summary}</Notice>}
      <EmailField
        id={idOf('email')}
        label="正しいメールアドレス"
        name="email"
        need="required"
        help="このアドレスに確認メールを送信します。前のメールのボタンは使用できなくなります。"
        defaultValue={problem?.typed.email}
        error={problem?.fields.email}
      />
      <Button kind="line" className="justify-self-start" busy={useIsSent('new-address')}>
        アドレスを変更して送信
      </Button>
    </Form>
  )
}

function DeleteForm({ problem }: Asked) {
  const check = useFormCheck(problem, idOf)
  return (
    <Form method="post" noValidate onSubmit={check.onSubmit} className="grid grid-cols-1 gap-4">
      <input type="hidden" name="intent" value="delete" />
      <FormSummary problems={check.problems} refusal={check.refusal} />
      <p>入力した内容と登録を削除します。元に戻せません。</p>
      <Checkbox
        id={idOf('confirmed')}
        name="confirmed"
        label="登録を削除することを確認しました"
        mustBeTicked={deleteNotConfirmedText}
        error={problem?.fields.confirmed}
      />
      <Button kind="danger" className="justify-self-start" busy={useIsSent('delete')}>
        登録を削除する
      </Button>
    </Form>
  )
}

/** Whether this form of the page is being submitted. */
function useIsSent(intent: string): boolean {
  const { state, formData } = useNavigation()
  return state !== 'idle' && formData?.get('intent') === intent
}

/** The time until the next mail is allowed. The server counts. */
function Wait({ wait }: Pick<Loaded, 'wait'>) {
  if (wait.kind === 'tomorrow')
    return <p className="text-sub">本日の送信回数の上限に達しました。明日、もう一度お試しください。</p>
  if (wait.kind === 'now') return null
  return (
    <p className="text-sub">
      <Countdown seconds={wait.seconds} sentence={(left) => `あと${left}で再送できます。`} ended="再送できます。" />
    </p>
  )
}
