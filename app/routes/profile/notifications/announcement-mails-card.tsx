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
        注文、お問い合わせの返事、決まりの変更、安全についてのメールは、取引に必要なので、いつも送ります。メールアドレスを変えると、届け先も変わります。
      </span>
    </p>
    <ProfileForm intent="notices" problem={problem} button="保存する">
      <Switch
        id={fieldId('notices', 'announcementMails')}
        name="announcementMails"
        label="運営からのお知らせをメールでも受けとる"
        help="お休みや新しい使い方など。切っても、画面の「お知らせ」ではいつでも読めます。"
        defaultChecked={problem ? problem.typed.announcementMails === 'on' : announcementMails}
      />
      <Switch
        id={fieldId('notices', 'priceMails')}
        name="priceMails"
        label="値段のお知らせをメールで受けとる"
        help="店で仕入れる方に。いつもの商品の値段が変わるときと、あなたの店だけの価格が決まったとき。"
        defaultChecked={problem ? problem.typed.priceMails === 'on' : priceMails}
      />
    </ProfileForm>
    <p>
      <ButtonLink to="/profile/notices" kind="line">
        LINE・FAX・鳴らさない時間などを選ぶ
      </ButtonLink>
    </p>
  </ProfileCard>
)
