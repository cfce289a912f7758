import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import { type OurPage, ourPage } from '#modules/outbox/our-page.ts'

/** What every mail about an account ends with: nobody of ours asks for a password. */
const Unasked = ({ children }: { children: string }) => <MailText>{children}</MailText>

/** To whoever asked for a new password: the link, for one hour. */
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

/** After the password was changed, so that a theft does not stay unnoticed. */
export const PasswordChangedMail = ({ name, when, help }: { name: string; when: string; help: OurPage }) => (
  <MailFrame preview={`${when} に変わりました。`} title="パスワードを変えました">
    <MailText>{name} さんのパスワードが変わりました。安全のため、ほかの端末はサインアウトしています。</MailText>
    <MailFacts facts={[['変えた時刻', when]]} />
    <MailText>心あたりのないときは、だれかが変えたおそれがあります。すぐにパスワードを再設定してください。</MailText>
    <MailButton href={help}>パスワードを再設定する</MailButton>
  </MailFrame>
)

/** To the new address: whoever reads it says yes. Nothing has changed until then. */
export const ChangeEmailMail = ({ name, address }: { name: string; address: OurPage }) => (
  <MailFrame preview="ボタンを押すと、メールアドレスが変わります。" title="新しいメールアドレスの確認">
    <MailText>{name} さんのメールアドレスを、このアドレスに変えます。下のボタンを押して、確かめてください。</MailText>
    <MailButton href={address}>このアドレスに変える</MailButton>
    <MailText>リンクは24時間だけ、1回だけ使えます。変わるまでは、いままでのアドレスで入れます。</MailText>
    <Unasked>心あたりのないときは、このメールを捨ててください。何も変わりません。</Unasked>
  </MailFrame>
)

/** To an address that has an account already, when somebody wants to change to it: they are told, and nobody else. */
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

/** To the address that was: seven days in which it can be brought back. */
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

/** To a person whose second step was taken away by two of us, because the phone and the backup codes were lost. */
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
