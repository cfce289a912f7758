import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import { type OurPage, ourPage } from '#modules/outbox/our-page.ts'

/** The end of every account mail: our staff never ask for a password. */
const Unasked = ({ children }: { children: string }) => <MailText>{children}</MailText>

/** To a user who asked for a new password: the link, valid for one hour. */
export const ResetPasswordMail = ({ name, address, forced }: { name: string; address: OurPage; forced: boolean }) => (
  <MailFrame preview="リンクは1時間だけ使えます。" title="パスワードの再設定">
    <MailText>
      {name} さん、
      {forced
        ? 'メールアドレスをもとに戻しました。安全のため、いままでのパスワードは使えなくしています。下のボタンから、新しいパスワードを決めてください。'
        : '下のボタンから、新しいパスワードを決めてください。'}
    </MailText>
    <MailButton href={address}>新しいパスワードを決める</MailButton>
    <MailText>リンクは1時間だけ、1回だけ使えます。</MailText>
    {!forced && (
      <Unasked>
        心あたりのないときは、このメールを捨ててください。パスワードは変わりません。リンクをほかの人に見せないでください。
      </Unasked>
    )}
  </MailFrame>
)

/** After the password was changed, so that a theft is noticed. */
export const PasswordChangedMail = ({
  name,
  when,
  ended,
  help,
}: {
  name: string
  when: string
  /** What was ended along with the old password, as text. */
  ended: string | null
  help: OurPage
}) => (
  <MailFrame preview={`${when} に変わりました。`} title="パスワードを変えました">
    <MailText>{name} さんのパスワードが変わりました。安全のため、ほかの端末はサインアウトしています。</MailText>
    <MailFacts facts={[['変えた時刻', when], ...(ended ? [['無効にしたもの', ended] as const] : [])]} />
    <MailText>心あたりのないときは、だれかが変えたおそれがあります。すぐにパスワードを再設定してください。</MailText>
    <MailButton href={help}>パスワードを再設定する</MailButton>
  </MailFrame>
)

/** To the new address: following the link confirms it. Nothing has changed until then. */
export const ChangeEmailMail = ({ name, address }: { name: string; address: OurPage }) => (
  <MailFrame preview="ボタンを押すと、メールアドレスが変わります。" title="新しいメールアドレスの確認">
    <MailText>{name} さんのメールアドレスを、このアドレスに変えます。下のボタンを押して、確かめてください。</MailText>
    <MailButton href={address}>このアドレスに変える</MailButton>
    <MailText>リンクは24時間だけ、1回だけ使えます。変わるまでは、いままでのアドレスで入れます。</MailText>
    <Unasked>心あたりのないときは、このメールを捨ててください。何も変わりません。</Unasked>
  </MailFrame>
)

/** To an address that already has an account, when a user wants to change to it: only its owner learns this. */
export const EmailTakenMail = ({ help }: { help: OurPage }) => (
  <MailFrame preview="このアドレスは、すでに登録されています。" title="メールアドレスの変更について">
    <MailText>
      このアドレスに変えたいという申しこみがありましたが、このアドレスはすでに登録されているので、変えられません。
    </MailText>
    <MailText>
      ご自身で申しこんだときは、このアドレスでそのままサインインできます。パスワードを忘れたときは、再設定してください。
    </MailText>
    <MailButton href={help}>パスワードを再設定する</MailButton>
    <Unasked>心あたりのないときは、このメールを捨ててください。何も変わりません。</Unasked>
  </MailFrame>
)

/** To the previous address: it can be restored for seven days. */
export const EmailChangedMail = ({
  name,
  when,
  to,
  address,
}: {
  name: string
  when: string
  to: string
  address: OurPage
}) => (
  <MailFrame preview="心あたりのないときは、7日のあいだ、もとに戻せます。" title="メールアドレスが変わりました">
    <MailText>{name} さんのメールアドレスが変わりました。これからのお知らせは、新しいアドレスに届きます。</MailText>
    <MailFacts
      facts={[
        ['新しいアドレス', to],
        ['変えた時刻', when],
      ]}
    />
    <MailText>ご自身で変えたときは、何もしなくてかまいません。</MailText>
    <MailText>
      心あたりのないときは、だれかが変えたおそれがあります。下のボタンで、もとのアドレスに戻してください（7日のあいだ使えます）。
    </MailText>
    <MailButton href={address}>もとのアドレスに戻す</MailButton>
  </MailFrame>
)

/**
 * To the current address of an account, before two administrators change something about it: the link that stops the
 * change.
 */
export const AccountChangeWaitsMail = ({
  name,
  what,
  to,
  when,
  address,
}: {
  name: string
  /** メールアドレスの変更 */
  what: string
  /** The new address, if the change is one of the address. */
  to: string | null
  when: string
  address: OurPage
}) => (
  <MailFrame preview={`${when}に実行します。お心当たりのない場合は停止してください。`} title={`${what}の予告`}>
    <MailText>
      {name} 様のアカウントについて、運営が{what}を受け付けました。次の日時に実行します。
    </MailText>
    <MailFacts
      facts={[
        ['受け付けた内容', what],
        ...(to === null ? [] : [['新しいメールアドレス', to] as const]),
        ['実行日時', when],
      ]}
    />
    <MailText>ご本人の依頼による場合、お手続きは不要です。</MailText>
    <MailText>
      お心当たりのない場合は、実行日時までに次のボタンから停止してください。サインインは必要ありません。
    </MailText>
    <MailButton href={address}>この変更を停止する</MailButton>
  </MailFrame>
)

/** To a person whose second step two administrators removed, because the phone and the backup codes were lost. */
export const PersonFactorResetMail = ({ name }: { name: string }) => (
  <MailFrame
    preview="パスワードだけで入れます。入ったら、設定しなおしてください。"
    title="二段階確認をリセットしました"
  >
    <MailText>
      {name} さんの二段階確認（認証アプリ、予備コード、パスキー）をリセットし、すべての端末からサインアウトしました。
      いまのパスワードでサインインして、二段階確認を設定しなおしてください。
    </MailText>
    <MailButton href={ourPage('/profile/second-factor')}>設定しなおす</MailButton>
    <MailText>頼んだおぼえがないときは、すぐにパスワードを変えて、お問い合わせください。</MailText>
  </MailFrame>
)
