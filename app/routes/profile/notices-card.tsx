import { Mail } from 'lucide-react'
import { Head } from '#ui/head.tsx'
import { ProfileCard } from './profile-card.tsx'

/** Where we write to. Mail is the one way there is, and what has to be known is always sent. */
export const NoticesCard = ({ email }: { email: string }) => (
  <ProfileCard id="notices" title={<Head as="span">お知らせの届け先</Head>}>
    <p className="flex items-start gap-3">
      <Mail aria-hidden="true" className="mt-0.5 shrink-0 text-pine" />
      <span className="min-w-0 wrap-anywhere">
        メール：<b>{email}</b>
        <br />
        注文・お問い合わせの返事・安全についてのお知らせを送ります。メールアドレスを変えると、届け先も変わります。
      </span>
    </p>
  </ProfileCard>
)
