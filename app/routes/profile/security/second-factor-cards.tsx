import { formatMoment } from '#kernel/format.ts'
import type { Factors } from '#modules/identity/factors/change-factors.server.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { ProfileCard } from '../profile-card.tsx'

/** Whether a code is asked for after the password, and the link to change it. */
export const SecondFactorCard = ({ factors: { totpSince, backupCodes } }: { factors: Factors }) => (
  <ProfileCard id="second-factor" title={<Head as="span">二段階認証</Head>}>
    {totpSince ? (
      <>
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone="matcha">使用中</Badge>
          {formatMoment(totpSince)} から・予備コード 残り{backupCodes}個
        </p>
        <p>パスワードの後に、認証アプリの6桁の確認コードを入力します。</p>
      </>
    ) : (
      <p>
        パスワードに加えて、スマートフォンの認証アプリに表示される6桁の数字も確認します。パスワードを知られても、サインインされません。
      </p>
    )}
    <p>
      <ButtonLink to="/profile/second-factor" kind="line">
        {totpSince ? '予備コード・停止' : '二段階認証を開始する'}
      </ButtonLink>
    </p>
  </ProfileCard>
)

/** The number of passkeys, and the link to them. */
export const PasskeysCard = ({ factors: { passkeys } }: { factors: Factors }) => (
  <ProfileCard id="passkeys" title={<Head as="span">パスキー</Head>}>
    <p>
      指紋・顔・画面ロックを使い、パスワードなしでサインインできます。
      {passkeys > 0 ? `${passkeys}件登録されています。` : 'まだありません。'}
    </p>
    <p>
      <ButtonLink to="/profile/passkeys" kind="line">
        {passkeys > 0 ? 'パスキーを確認・追加' : 'パスキーを作成'}
      </ButtonLink>
    </p>
  </ProfileCard>
)
