import { MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'

/** The last mail: what is deleted, what is kept, and for how long. */
export const FarewellMail = ({ name, places }: { name: string; places: readonly string[] }) => (
  <MailFrame preview="ありがとうございました。" title="退会の手続きが終わりました">
    <MailText>{name} さん、いままで「畝と皿」を使っていただき、ありがとうございました。</MailText>
    {places.length > 0 && <MailFacts facts={[['いっしょに閉じたところ', places.join('、')]]} />}
    <MailText>
      このアドレスでは、もうサインインできません。お知らせも、これが最後です。取引の記録と同意の記録は、法律で決まった期間だけ残します。
    </MailText>
    <MailText>
      心あたりのないときは、このメールに返信せず、サイトの「お問い合わせ」からすぐにお知らせください。
    </MailText>
  </MailFrame>
)
