import { Mail } from 'lucide-react'
import { ButtonLink } from '#ui/button.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { Head } from '#ui/head.tsx'
import type { Problem } from '#web/form.ts'
import { ProfileCard } from '../profile-card.tsx'
import { fieldId, ProfileForm } from '../profile-form.tsx'

type Props = { email: string; announcementMails: boolean; priceMails: boolean; problem: Problem | undefined }

/** The mail address, and which mails can be turned off. Those needed for trading are always sent. */
export const AnnouncementMailsCard = ({ email, announcementMails, priceMails, problem }: Props) => (
  <ProfileCard id="notices" title={<Head as="span">お知らせの届け先</Head>}>
    <p className="flex items-start gap-3">
      <Mail aria-hidden="true" className="mt-0.5 shrink-0 text-pine" />
      <span className="min-w-0 wrap-anywhere">
        メール：<b>{email}</b>
        <br />
        注文、お問い合わせへの回答、規約の変更、安全に関するメールは、取引に必要なため常に送信します。メールアドレスを変更すると、届け先も変わります。
      </span>
    </p>
    <ProfileForm intent="notices" problem={problem} button="保存する">
      <Switch
        id={fieldId('notices', 'announcementMails')}
        name="announcementMails"
        label="運営からのお知らせをメールでも受け取る"
        help="休業や新機能などのお知らせです。オフにしても、画面の「お知らせ」でいつでも確認できます。"
        defaultChecked={problem ? problem.typed.announcementMails === 'on' : announcementMails}
      />
      <Switch
        id={fieldId('notices', 'priceMails')}
        name="priceMails"
        label="価格のお知らせをメールで受け取る"
        help="飲食店の方が対象です。いつもの商品の価格が変わるときと、貴店限定の価格が決まったときに送信します。"
        defaultChecked={problem ? problem.typed.priceMails === 'on' : priceMails}
      />
    </ProfileForm>
    <p>
      <ButtonLink to="/profile/notices" kind="line">
        LINE・FAX・通知しない時間などの設定
      </ButtonLink>
    </p>
  </ProfileCard>
)
