import { MailButton, MailFacts, MailFrame, MailText } from '../mail-frame.server.tsx'
import type { OurPage } from '../our-page.ts'

/** To the person who connected a program that has not answered for days. */
export const WebhookStoppedMail = ({ host, days, address }: { host: string; days: number; address: OurPage }) => (
  <MailFrame preview={`${host} から${days}日間返事がありません。`} title="Webhookを止めました">
    <MailText>
      {days}
      日のあいだ、送り先から返事がなかったので、知らせるのを止めました。送り先を直したら、記録の画面からまた始められます。止まるまでに送れなかったものも、その画面から送り直せます。
    </MailText>
    <MailFacts facts={[['送り先', host]]} />
    <MailButton href={address}>記録を見る</MailButton>
  </MailFrame>
)
