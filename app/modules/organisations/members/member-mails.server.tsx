import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import type { OurPage } from '#modules/outbox/our-page.ts'

type Invited = { organisation: string; inviter: string; authority: string; address: OurPage; until: string }

/** To the invited person. The link proves the address, so it need not be confirmed again. */
export const InvitationMail = ({ organisation, inviter, authority, address, until }: Invited) => (
  <MailFrame preview={`${inviter} さんからの招待です。`} title={`${organisation}のメンバーになりませんか`}>
    <MailText>{inviter} さんが、あなたを招待しています。下のボタンから、内容を見て決めてください。</MailText>
    <MailFacts
      facts={[
        ['店・農園', organisation],
        ['できること', authority],
        ['期限', `${until}まで`],
      ]}
    />
    <MailButton href={address}>招待を見る</MailButton>
    <MailText>
      リンクは1回だけ使えます。ほかの人に見せないでください。心あたりのないときは、このメールを捨ててください。
    </MailText>
  </MailFrame>
)

/** To the owners, when a member has joined. */
export const MemberJoinedMail = ({
  organisation,
  name,
  authority,
  address,
}: {
  organisation: string
  name: string
  authority: string
  address: OurPage
}) => (
  <MailFrame preview={`${name} さんが参加しました。`} title="メンバーが増えました">
    <MailText>{name} さんが招待を受けて、メンバーになりました。</MailText>
    <MailFacts
      facts={[
        ['店・農園', organisation],
        ['できること', authority],
      ]}
    />
    <MailText>心あたりのないときは、すぐにメンバーから外してください。</MailText>
    <MailButton href={address}>メンバーを見る</MailButton>
  </MailFrame>
)

/** To a member who was removed. */
export const MemberRemovedMail = ({ name, organisation }: { name: string; organisation: string }) => (
  <MailFrame preview={`${organisation}のメンバーではなくなりました。`} title="メンバーから外れました">
    <MailText>
      {name} さんは、{organisation}
      のメンバーから外れました。あなたのアカウントはそのまま残っていて、ほかの店や農園では、いままでどおり使えます。
    </MailText>
    <MailText>まちがいと思われるときは、お店や農園の方に聞いてください。</MailText>
  </MailFrame>
)
