import type { ReactNode } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { accountOf } from '#authorization/actor.ts'
import { formatMoment } from '#kernel/format.ts'
import { isCodeShaped } from '#modules/identity/mail-links.ts'
import { NewPasswordField } from '#modules/identity/ui/new-password-field.tsx'
import { WaitNotice } from '#modules/identity/ui/wait-notice.tsx'
import { type InvitationFacts, inspectInvitation } from '#modules/organisations/members/accept-invitation.server.ts'
import { authorityText } from '#modules/organisations/members/member-labels.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { KanaField } from '#ui/fields/kana-field.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Problem } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { FieldPanel } from '../field-panel.tsx'
import type { Route } from './+types/invitation.ts'
import { answerInvitation } from './invitation-actions.server.ts'
import { keepInvitation, keptInvitation } from './invitation-cookie.server.ts'

export const meta = () => ownMeta('メンバーへの招待')

/** Never cached by a browser or a proxy: it names an account. */
export const headers = () => ({ 'cache-control': 'private, no-store' })

/** A page view changes nothing: the code moves from the address into a cookie, and a button uses it. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const asked = new URL(request.url).searchParams.get('code')
  if (isCodeShaped(asked))
    throw redirect('/auth/invitation', { headers: { 'set-cookie': await keepInvitation(asked) } })
  const code = await keptInvitation(request)
  const facts = code ? await inspectInvitation(ctx, code) : null
  const me = accountOf(ctx.actor)?.name ?? null
  return data({ facts, me }, { status: facts ? 200 : 404 })
})

export const action = page(async (ctx, args: Route.ActionArgs) => {
  const code = await keptInvitation(args.request)
  if (!code) return data({ spent: true as const }, { status: 410 })
  return answerInvitation(ctx, { ...args, code })
})

export default function InvitationPage({ loaderData: { facts, me }, actionData }: Route.ComponentProps) {
  const problem: Problem | undefined = actionData && 'problem' in actionData ? actionData.problem : undefined
  const sentTo = actionData && 'sentTo' in actionData ? actionData.sentTo : null
  if (!facts || (actionData && 'spent' in actionData)) return <Over />
  if (sentTo) return <Sent to={sentTo} />
  return (
    <FieldPanel>
      <h1 className="text-h2 text-pine">
        <Head as="span">メンバーへの招待</Head>
      </h1>
      <WaitNotice problem={problem} />
      {problem && !problem.waitSeconds && <Notice tone="akane">{problem.summary}</Notice>}
      <Facts facts={facts} />
      {facts.already ? (
        <>
          <p>すでにこのメンバーとして登録されています。</p>
          <ButtonLink to={facts.side === 'farm' ? '/farmer' : '/restaurant'} size="lg">
            画面を開く
          </ButtonLink>
        </>
      ) : me !== null ? (
        <Accept me={me} />
      ) : facts.email === null ? (
        <ByMail problem={problem} />
      ) : facts.hasAccount ? (
        <SignInFirst email={facts.email} />
      ) : (
        <Join email={facts.email} problem={problem} />
      )}
    </FieldPanel>
  )
}

const Facts = ({ facts }: { facts: InvitationFacts }) => (
  <dl className="grid grid-cols-1 gap-3">
    <Fact word={facts.side === 'farm' ? '農園' : '飲食店'}>
      <b className="text-h4">{facts.organisation}</b>
    </Fact>
    <Fact word="招待した人">{facts.inviter} さん</Fact>
    <Fact word="権限">{authorityText(facts.side, facts)}</Fact>
    <Fact word="期限">{formatMoment(facts.expiresAt)}まで</Fact>
  </dl>
)

const Fact = ({ word, children }: { word: string; children: ReactNode }) => (
  <div className="wrap-anywhere">
    <dt className="text-sub text-ink-2">{word}</dt>
    <dd>{children}</dd>
  </div>
)

function Accept({ me }: { me: string }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      <Form method="post" reloadDocument className="grid grid-cols-1 gap-3">
        <p>
          現在 <b>{me}</b> さんとしてサインインしています。
        </p>
        <Button size="lg" name="intent" value="accept" busy={busy}>
          メンバーになる
        </Button>
      </Form>
      <Form method="post" action="/auth/signOut" reloadDocument className="border-t border-kraft-line pt-4">
        <p className="text-sub">別の方の場合は、サインアウトしてから、招待のリンクをもう一度開いてください。</p>
        <Button kind="text">サインアウト</Button>
      </Form>
    </>
  )
}

const signInAddress = '/auth/signIn?returnTo=%2Fauth%2Finvitation'

const SignInFirst = ({ email }: { email: string }) => (
  <>
    <p className="wrap-anywhere">
      <b>{email}</b> には、すでにアカウントがあります。サインインすると、この画面に戻ります。
    </p>
    <ButtonLink to={signInAddress} size="lg">
      サインインする
    </ButtonLink>
  </>
)

function Join({ email, problem }: { email: string; problem: Problem | undefined }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <>
      <Form method="post" reloadDocument noValidate className="grid grid-cols-1 gap-5 border-t border-kraft-line pt-5">
        <p className="wrap-anywhere">
          <b>{email}</b> でアカウントを作成し、参加します。
        </p>
        <input type="text" name="email" value={email} autoComplete="username" readOnly hidden />
        <TextField
          id="join-name"
          label="お名前"
          name="name"
          autoComplete="name"
          need="required"
          help="飲食店や農園のメンバー、注文の取引先に表示されます"
          maxLength={60}
          defaultValue={problem?.typed.name}
          error={problem?.fields.name}
        />
        <KanaField
          id="join-nameKana"
          label="フリガナ"
          name="nameKana"
          need="optional"
          maxLength={60}
          defaultValue={problem?.typed.nameKana}
          error={problem?.fields.nameKana}
        />
        <NewPasswordField label="パスワード" name="password" error={problem?.fields.password} />
        <Button size="lg" name="intent" value="join" busy={busy}>
          参加する
        </Button>
      </Form>
      <p className="text-sub">
        他のアドレスのアカウントをお持ちの方は、
        <a href={signInAddress} className="prose-link font-bold">
          サインイン
        </a>
        して参加できます。
      </p>
    </>
  )
}

/** A QR code does not verify an address: a user without an account gets the same invitation by mail. */
function ByMail({ problem }: { problem: Problem | undefined }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <>
      <ButtonLink to={signInAddress} size="lg">
        アカウントをお持ちの方：サインインする
      </ButtonLink>
      <Form method="post" noValidate className="grid grid-cols-1 gap-5 border-t border-kraft-line pt-5">
        <p>初めての方は、メールアドレスを入力してください。登録用のリンクを送信します。</p>
        <EmailField
          id="join-email"
          label="メールアドレス"
          name="email"
          need="required"
          maxLength={254}
          defaultValue={problem?.typed.email}
          error={problem?.fields.email}
        />
        <Button kind="line" size="lg" name="intent" value="mail" busy={busy}>
          リンクを送信
        </Button>
      </Form>
    </>
  )
}

const Sent = ({ to }: { to: string }) => (
  <FieldPanel>
    <h1 className="text-h2 text-pine">
      <Head as="span">メールを送信しました</Head>
    </h1>
    <p className="wrap-anywhere">
      <b>{to}</b> に届いたメールの「招待を確認する」を押して、続けてください。
    </p>
    <p className="text-sub">
      届かない場合は、迷惑メールフォルダを確認するか、1分ほど待ってから、QRコードをもう一度読み取ってください。
    </p>
  </FieldPanel>
)

const Over = () => (
  <FieldPanel>
    <h1 className="text-h2 text-pine">
      <Head as="span">
        この招待は
        <wbr />
        使用できません
      </Head>
    </h1>
    <p>有効期限（7日）が切れたか、使用済みか、取り消されています。招待した方に再送を依頼してください。</p>
    <ButtonLink to="/auth" kind="line" size="lg">
      サインイン・登録へ
    </ButtonLink>
  </FieldPanel>
)
