import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import { type OurPage, ourPage } from '#modules/outbox/our-page.ts'

/** `goods`: 「漬物、酒」. */
type About = { name: string; goods: string }

/** To a farm: what is no longer on sale, because of which document, and how to resume. */
export const GoodsLapsedMail = ({ name, goods, papers }: About & { papers: string }) => (
  <MailFrame preview={`${goods}の販売を止めています。新しい書類を送ってください。`} title="一部の品の販売を止めました">
    <MailText>
      書類の期限が切れたため、次の品はお店から見えず、注文もできなくなりました。ほかの品は、これまでどおり売れます。
    </MailText>
    <MailFacts
      facts={[
        ['農園', name],
        ['止めた品', goods],
        ['切れた書類', papers],
      ]}
    />
    <MailText>
      更新した書類の写真かPDFを送ってください。運営が確認すると、そのまま元どおりに売れます。すでに受けた注文についてご心配なことは、お問い合わせの画面からお知らせください。
    </MailText>
    <MailButton href={ourPage('/profile/organisation')}>新しい書類を送る</MailButton>
  </MailFrame>
)

/** To the farm again: staff have approved the new document. */
export const GoodsLiftedMail = ({ name, goods }: About) => (
  <MailFrame preview={`${goods}の販売を再開しました。`} title="販売を再開しました">
    <MailText>書類の確認が終わりました。次の品は、またお店から見え、注文を受けられます。</MailText>
    <MailFacts
      facts={[
        ['農園', name],
        ['再開した品', goods],
      ]}
    />
    <MailButton href={ourPage('/farmer')}>きょうの画面をひらく</MailButton>
  </MailFrame>
)

/** To staff: an active farm has uploaded a document; products may be held back until it is checked. */
export const PaperArrivedMail = ({
  name,
  address,
  lapsed,
}: {
  name: string
  /** The staff page for checking it. */
  address: OurPage
  /** What is not sold meanwhile; empty if nothing is held back. */
  lapsed: string
}) => (
  <MailFrame preview={`${name}から書類が届きました。`} title="生産者から書類が届きました">
    <MailFacts
      facts={[
        ['農園', name],
        ['販売を止めている品', lapsed || 'なし'],
      ]}
    />
    <MailButton href={address}>書類を見る</MailButton>
  </MailFrame>
)
