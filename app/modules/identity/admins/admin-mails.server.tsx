import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import type { OurPage } from '#modules/outbox/our-page.ts'

/** To somebody who is to look after the market with us. */
export const AdminInvitationMail = ({ name, address }: { name: string; address: OurPage }) => (
  <MailFrame preview="24時間以内に、パスワードと二段階確認を設定してください" title="畝と皿の運営への招待">
    <MailText>
      {name} さん、畝と皿の運営に招待されました。次の画面で、パスワードと二段階確認を設定してください。
    </MailText>
    <MailButton href={address}>設定をはじめる</MailButton>
    <MailText>このリンクは24時間、一度だけ使えます。心あたりのないときは、開かずに捨ててください。</MailText>
  </MailFrame>
)

/** To an administrator whose second factor was taken away, because it was lost. */
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
