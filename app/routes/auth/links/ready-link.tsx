import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { accountChangeWord, effectMoment } from '#modules/identity/account-changes/account-change-labels.ts'
import type { LinkFacts } from '#modules/identity/inspect-link.server.ts'
import { NewPasswordField } from '#modules/identity/ui/new-password-field.tsx'
import { WaitNotice } from '#modules/identity/ui/wait-notice.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { Head } from '#ui/head.tsx'
import type { Problem } from '#web/form.ts'
import type { MailLink } from './link-cookie.server.ts'

type Props = { link: MailLink; facts: LinkFacts; problem: Problem | undefined }

/** One sentence about the effect, and one button that does it. */
export function ReadyLink(props: Props) {
  const { link, facts, problem } = props
  return (
    <>
      <WaitNotice problem={problem} />
      {views[link.mode](props)}
      <p className="border-t border-kraft-line pt-4 text-sub wrap-anywhere">
        このメールが届いたアドレス：<b>{facts.email}</b>
      </p>
    </>
  )
}

const views: Record<MailLink['mode'], (props: Props) => ReactNode> = {
  verifyEmail: (props) => (
    <>
      <Title>
        <Head as="span">メールアドレスの確認</Head>
      </Title>
      <p>ボタンを押すと、登録を続行します。</p>
      <LinkForm {...props} button="このアドレスを確認する">
        {props.problem?.fields.password && (
          <PasswordField
            label="パスワード"
            name="password"
            autoComplete="current-password"
            need="required"
            help="登録時と異なる端末のため、本人確認を行います。"
            error={props.problem.fields.password}
          />
        )}
      </LinkForm>
      <Disown {...props} />
    </>
  ),
  resetPassword: (props) => (
    <>
      <Title>
        <Head as="span">
          新しい
          <wbr />
          パスワード
        </Head>
      </Title>
      <LinkForm {...props} button="このパスワードを設定">
        <NewPasswordField label="新しいパスワード" name="newPassword" error={props.problem?.fields.newPassword} />
        {props.facts.passkeys > 0 && (
          <>
            <input type="hidden" name="passkeys" value="asked" />
            <Checkbox
              name="endPasskeys"
              value="yes"
              label={`パスキー ${props.facts.passkeys}件も無効にする`}
              help="不正なサインインのおそれがある場合は、無効にしてください。"
              defaultChecked={!props.problem || props.problem.typed.endPasskeys === 'yes'}
            />
          </>
        )}
      </LinkForm>
      <p className="text-sub">
        変更すると、すべての端末からサインアウトし、連携用トークンとカレンダー配信も無効になります。新しいパスワードでサインインし直してください。
      </p>
    </>
  ),
  verifyAndChangeEmail: (props) => (
    <>
      <Title>
        <Head as="span">
          メールアドレスの
          <wbr />
          変更
        </Head>
      </Title>
      <FromTo from={props.facts.current} to={props.facts.email} />
      <LinkForm {...props} button="このアドレスに変更する" />
      <p className="text-sub">
        変更すると、すべての端末からサインアウトします。新しいアドレスでサインインし直してください。
      </p>
    </>
  ),
  recoverEmail: (props) => (
    <>
      <Title>
        <Head as="span">
          元の
          <wbr />
          アドレスに戻す
        </Head>
      </Title>
      <FromTo from={props.facts.current} to={props.facts.email} />
      <p>
        戻すと、すべての端末からサインアウトし、以前のパスワードは使用できなくなります。新しいパスワードを設定するメールを、元のアドレスに送信します。
      </p>
      <LinkForm {...props} button="元のアドレスに戻す" />
    </>
  ),
  stopAccountChange: (props) => (
    <>
      <Title>
        <b>
          アカウント変更の
          <wbr />
          停止
        </b>
      </Title>
      {props.facts.change && <Change {...props.facts.change} />}
      <p>停止すると、この変更は実行されません。現在のメールアドレスと二段階認証のまま、引き続きご利用いただけます。</p>
      <LinkForm {...props} button="この変更を停止する" />
    </>
  ),
}

const Title = ({ children }: { children: ReactNode }) => <h1 className="text-h2 text-pine">{children}</h1>

const Change = ({ kind, to, takesEffectAt }: NonNullable<LinkFacts['change']>) => (
  <dl className="grid grid-cols-1 gap-3">
    <div>
      <dt className="text-sub text-ink-2">運営の受付内容</dt>
      <dd className="text-h4 font-bold">{accountChangeWord[kind]}</dd>
    </div>
    {to && (
      <div className="wrap-anywhere">
        <dt className="text-sub text-ink-2">新しいメールアドレス</dt>
        <dd>{to}</dd>
      </div>
    )}
    <div>
      <dt className="text-sub text-ink-2">実行日時</dt>
      <dd>{effectMoment(takesEffectAt)}</dd>
    </div>
  </dl>
)

const FromTo = ({ from, to }: { from: string | null; to: string }) => (
  <dl className="grid grid-cols-1 gap-3">
    <div className="wrap-anywhere">
      <dt className="text-sub text-ink-2">現在のアドレス</dt>
      <dd>{from ?? '未登録'}</dd>
    </div>
    <div className="wrap-anywhere">
      <dt className="text-sub text-ink-2">変更後のアドレス</dt>
      <dd className="text-h4 font-bold">{to}</dd>
    </div>
  </dl>
)

function LinkForm({ link, facts, button, children }: Props & { button: string; children?: ReactNode }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" action="/auth/MngAccount" noValidate className="grid grid-cols-1 gap-5">
      <LinkFields link={link} email={facts.email} />
      {children}
      <Button size="lg" busy={busy}>
        {button}
      </Button>
    </Form>
  )
}

/** The link itself, and the account of the password, for the password manager. */
const LinkFields = ({ link, email }: { link: MailLink; email: string }) => (
  <>
    <input type="hidden" name="mode" value={link.mode} />
    <input type="hidden" name="code" value={link.code} />
    <input type="text" name="email" value={email} autoComplete="username" readOnly hidden />
  </>
)

/** Another person entered this address into a form; it must not be stored on this device. */
function Disown({ link, facts }: Props) {
  return (
    <Form method="post" action="/auth/MngAccount" className="grid grid-cols-1 gap-2">
      <LinkFields link={link} email={facts.email} />
      <p className="text-sub">登録した覚えがない場合は、下のボタンを押してください。このアドレスの登録を削除します。</p>
      <Button kind="line" name="intent" value="disown">
        心当たりがない
      </Button>
    </Form>
  )
}
