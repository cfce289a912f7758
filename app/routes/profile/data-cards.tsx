import { Download } from 'lucide-react'
import { formatDayWithYear } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { pageAddresses } from '#modules/content/pages.ts'
import type { OwnConsent } from '#modules/identity/own-account.server.ts'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import type { Problem } from '#web/form.ts'
import { ProfileCard } from './profile-card.tsx'
import { fieldId, ProfileForm } from './profile-form.tsx'

export const ConsentsCard = ({ consents }: { consents: readonly OwnConsent[] }) => (
  <ProfileCard id="consents" title={<Head as="span">同意済みの規約</Head>}>
    {consents.length === 0 ? (
      <p>まだありません。</p>
    ) : (
      <ul className="grid grid-cols-1">
        {consents.map((consent) => (
          <li
            key={consent.id}
            className="grid gap-x-4 border-t border-line py-2 first:border-t-0 sm:grid-cols-[1fr_auto]"
          >
            <ConsentLink {...consent} />
            <span className="self-center text-sub text-ink-2">{formatDayWithYear(jstDateOf(consent.at))}に同意</span>
          </li>
        ))}
      </ul>
    )}
  </ProfileCard>
)

function ConsentLink({ slug, title, number }: OwnConsent) {
  const address = Object.entries(pageAddresses).find(([known]) => known === slug)?.[1]
  const words = `${title}（第${number}版）`
  if (!address) return <span>{words}</span>
  return (
    <Link to={`${address}?version=${number}`} className="prose-link inline-flex min-h-11 items-center font-bold">
      {words}
    </Link>
  )
}

/** A file of everything stored about the user; the password is asked first, because the file is worth stealing. */
export const DataCard = ({ fresh, problem }: { fresh: boolean; problem: Problem | undefined }) => (
  <ProfileCard id="data" title={<Head as="span">自分のデータ</Head>}>
    <p>
      <Explained>
        「畝と皿」が保有するご自身の記録（お名前、連絡先、サインインした端末、同意、注文番号、お問い合わせ、変更履歴）を、1つのファイル（JSON）で受け取れます。
      </Explained>
    </p>
    {fresh && !problem ? (
      <form method="post" action="/profile/data.json">
        <Button kind="line" icon={<Download aria-hidden="true" />}>
          ファイルを保存する
        </Button>
      </form>
    ) : (
      <ProfileForm intent="prove" problem={problem} button="確認して保存に進む">
        <ProofField id={fieldId('prove', 'currentPassword')} fresh={fresh} problem={problem} />
      </ProfileForm>
    )}
  </ProfileCard>
)

export const LeaveCard = () => (
  <ProfileCard id="leave" title={<Head as="span">退会</Head>}>
    <p>アカウントを閉鎖します。閉鎖の前に、削除されるものと保存されるものをご確認いただけます。</p>
    <ButtonLink to="/profile/close" kind="danger" className="justify-self-start">
      退会手続きへ
    </ButtonLink>
  </ProfileCard>
)
