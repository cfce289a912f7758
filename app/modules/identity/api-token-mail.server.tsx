import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import type { OurPage } from '#modules/outbox/our-page.ts'

/** After a token was made, so that one made by an intruder is noticed. */
export const ApiTokenMail = ({ name, until, address }: { name: string; until: string; address: OurPage }) => (
  <MailFrame preview={`「${name}」をつくりました。`} title="連携用トークンをつくりました">
    <MailText>ほかのソフトから「畝と皿」を使うためのトークンをつくりました。</MailText>
    <MailFacts
      facts={[
        ['名前', name],
        ['使える期限', until],
      ]}
    />
    <MailText>
      心あたりのないときは、だれかがつくったおそれがあります。すぐに取り消して、パスワードを変えてください。
    </MailText>
    <MailButton href={address}>トークンを見る・取り消す</MailButton>
  </MailFrame>
)
