import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import type { OurPage } from '#modules/outbox/our-page.ts'

/** To a person who is invited to administer the market. */
export const AdminInvitationMail = ({ name, address }: { name: string; address: OurPage }) => (
  <MailFrame preview="24時間以内に、パスワードと二段階確認を設定してください" title="畝と皿の運営への招待">
    <MailText>
      {name} さん、畝と皿の運営に招待されました。次の画面で、パスワードと二段階確認を設定してください。
    </MailText>
    <MailButton href={address}>設定をはじめる</MailButton>
    <MailText>このリンクは24時間、一度だけ使えます。心あたりのないときは、開かずに捨ててください。</MailText>
  </MailFrame>
)

/** To an administrator whose second factor was removed because it was lost. */
export const FactorResetMail = ({
  name,
  address,
  confirmedBy,
}: {
  name: string
  address: OurPage
  confirmedBy: string
}) => (
  <MailFrame preview="24時間以内に、二段階確認を設定しなおしてください" title="二段階確認をリセットしました">
    <MailText>
      {name}{' '}
      さんの二段階確認（認証アプリ、予備コード、パスキー）をリセットし、すべての端末からサインアウトしました。次の画面で、パスワードと二段階確認を設定しなおしてください。
    </MailText>
    <MailButton href={address}>設定しなおす</MailButton>
    <MailFacts facts={[['リセットした人', confirmedBy]]} />
    <MailText>
      このリンクは24時間、一度だけ使えます。頼んだおぼえがないときは、すぐにほかの運営の人に知らせてください。
    </MailText>
  </MailFrame>
)

/** To both addresses of an administrator whose address was changed. */
export const AdminEmailChangedMail = ({ name, to, when }: { name: string; to: string; when: string }) => (
  <MailFrame preview={`${when}に変更しました。`} title="メールアドレスを変更しました">
    <MailText>
      {name}{' '}
      さんが運営にサインインするメールアドレスを変更し、すべての端末からサインアウトしました。次回から新しいメールアドレスでサインインしてください。
    </MailText>
    <MailFacts
      facts={[
        ['新しいメールアドレス', to],
        ['変更日時', when],
      ]}
    />
    <MailText>お心当たりのない場合は、すぐにほかの運営の担当者に連絡してください。</MailText>
  </MailFrame>
)
