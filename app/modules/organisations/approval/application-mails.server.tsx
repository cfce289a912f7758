import type { OrgStatus, Side } from '#kernel/words.ts'
import { MailButton, MailFacts, MailFrame, MailQuote, MailText } from '#modules/outbox/mail-frame.server.tsx'
import { type OurPage, ourPage } from '#modules/outbox/our-page.ts'
import type { NewMail } from '#modules/outbox/queue-mail.server.ts'

/** The subject of a mail to members: their organisation. */
type About = { side: Side; name: string }

const nextStep: Record<Side, { does: string; path: `/${string}`; button: string }> = {
  restaurant: { does: '卸値を見て、注文できるようになりました。', path: '/restaurant', button: '商品を見る' },
  farm: { does: '商品を出して、注文を受けられるようになりました。', path: '/farmer', button: 'きょうの画面をひらく' },
}

const ApprovedMail = ({ side, name }: About) => (
  <MailFrame preview={`${name}：${nextStep[side].does}`} title="登録が承認されました">
    <MailText>お待たせしました。書類の確認が終わり、登録が承認されました。</MailText>
    <MailFacts facts={[[side === 'farm' ? '農園' : '店', name]]} />
    <MailText>{nextStep[side].does}</MailText>
    <MailButton href={ourPage(nextStep[side].path)}>{nextStep[side].button}</MailButton>
  </MailFrame>
)

const ReturnedMail = ({ name, reason }: About & { reason: string }) => (
  <MailFrame preview={`${name}：直していただくところがあります。`} title="登録の内容を直してください">
    <MailText>
      登録の内容を確認しました。次のところを直して、もう一度送ってください。入力したものは残っています。
    </MailText>
    <MailQuote>{reason}</MailQuote>
    <MailButton href={ourPage('/profile/organisation')}>直して送る</MailButton>
    <MailText>わからないところは、お問い合わせの画面からお知らせください。</MailText>
  </MailFrame>
)

const RejectedMail = ({ name, reason }: About & { reason: string }) => (
  <MailFrame preview={`${name}：登録の結果のお知らせ`} title="登録をお受けできませんでした">
    <MailText>内容を確認しましたが、今回は登録をお受けできませんでした。理由は次のとおりです。</MailText>
    <MailQuote>{reason}</MailQuote>
    <MailText>事情が変わったときや、ご不明な点があるときは、お問い合わせの画面からお知らせください。</MailText>
    <MailButton href={ourPage('/restaurant/Inquiry')}>問い合わせる</MailButton>
  </MailFrame>
)

const SuspendedMail = ({ name, reason }: About & { reason: string }) => (
  <MailFrame preview={`${name}：新しい取引を止めています。`} title="取引を一時停止しました">
    <MailText>次の理由で、新しい取引を止めました。すでに受けた注文は、このまま最後まで進められます。</MailText>
    <MailQuote>{reason}</MailQuote>
    <MailButton href={ourPage('/restaurant/Inquiry')}>問い合わせる</MailButton>
  </MailFrame>
)

const LiftedMail = ({ side, name }: About) => (
  <MailFrame preview={`${name}：取引を再開できます。`} title="一時停止を解除しました">
    <MailText>確認が終わり、取引を再開できるようになりました。ご協力ありがとうございました。</MailText>
    <MailButton href={ourPage(nextStep[side].path)}>{nextStep[side].button}</MailButton>
  </MailFrame>
)

const ClosedMail = ({ name }: About) => (
  <MailFrame preview={`${name}：退会の手続きが終わりました。`} title="退会の手続きが終わりました">
    <MailText>{name} の登録を閉じました。これまでの注文の記録は、法律で決められた期間、保管します。</MailText>
    <MailText>心あたりのないときは、すぐにお知らせください。</MailText>
    <MailButton href={ourPage('/restaurant/Inquiry')}>問い合わせる</MailButton>
  </MailFrame>
)

/** The mail to the members of an organisation when it moves from one status to another; null if there is none. */
export function mailOfMove(
  from: OrgStatus,
  to: OrgStatus,
  about: About,
  reason: string,
): Pick<NewMail, 'template' | 'subject' | 'body'> | null {
  if (to === 'approved' && from === 'suspended')
    return told('organisation_lifted', '一時停止を解除しました', <LiftedMail {...about} />)
  if (to === 'approved') return told('organisation_approved', '登録が承認されました', <ApprovedMail {...about} />)
  if (to === 'returned')
    return told('organisation_returned', '登録の内容を直してください', <ReturnedMail {...about} reason={reason} />)
  if (to === 'rejected')
    return told('organisation_rejected', '登録をお受けできませんでした', <RejectedMail {...about} reason={reason} />)
  if (to === 'suspended')
    return told('organisation_suspended', '取引を一時停止しました', <SuspendedMail {...about} reason={reason} />)
  return to === 'closed' ? told('organisation_closed', '退会の手続きが終わりました', <ClosedMail {...about} />) : null
}

const told = (template: NewMail['template'], subject: string, body: React.ReactElement) => ({
  template,
  subject: `【畝と皿】${subject}`,
  body,
})

/** To one person: their own account is suspended, or active again. */
export const PersonSuspendedMail = ({ name, reason }: { name: string; reason: string }) => (
  <MailFrame preview={`${name} さんのサインインを止めました。`} title="アカウントを停止しました">
    <MailText>{name} さんのアカウントを停止し、すべての端末からサインアウトしました。</MailText>
    <MailQuote>{reason}</MailQuote>
    <MailButton href={ourPage('/restaurant/Inquiry')}>問い合わせる</MailButton>
  </MailFrame>
)

export const PersonLiftedMail = ({ name }: { name: string }) => (
  <MailFrame preview={`${name} さんは、またサインインできます。`} title="アカウントの停止を解除しました">
    <MailText>{name} さんは、またサインインできます。</MailText>
    <MailButton href={ourPage('/auth/signIn')}>サインインする</MailButton>
  </MailFrame>
)

/** A message of staff to members, with its line breaks. */
export const StaffMessageMail = ({ name, text }: { name: string; text: string }) => (
  <MailFrame preview={text.slice(0, 80)} title={`${name} さまへのお知らせ`}>
    <MailQuote>{text}</MailQuote>
    <MailText>お返事は、お問い合わせの画面からお願いします。</MailText>
    <MailButton href={ourPage('/restaurant/Inquiry')}>問い合わせる</MailButton>
  </MailFrame>
)

/** A permit that expires soon: which, when, and where to upload the new one. */
export const PermitExpiryMail = ({
  name,
  address,
  document,
  until,
  days,
}: {
  name: string
  /** The page where the next document is uploaded. */
  address: OurPage
  document: string
  until: string
  days: number
}) => (
  <MailFrame preview={`${document}の期限まであと${days}日です。`} title="許可証の期限が近づいています">
    <MailText>期限が切れると、新しい取引を止めることがあります。更新したら、新しい書類を送ってください。</MailText>
    <MailFacts
      facts={[
        ['登録', name],
        ['書類', document],
        ['期限', `${until}（あと${days}日）`],
      ]}
    />
    <MailButton href={address}>書類を送る</MailButton>
  </MailFrame>
)
