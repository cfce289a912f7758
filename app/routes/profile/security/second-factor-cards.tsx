import { formatMoment } from '#kernel/format.ts'
import type { Factors } from '#modules/identity/factors/change-factors.server.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { ProfileCard } from '../profile-card.tsx'

/** Whether a code is asked for after the password, and the link to change it. */
export const SecondFactorCard = ({ factors: { totpSince, backupCodes } }: { factors: Factors }) => (
  <ProfileCard id="second-factor" title={<Head as="span">二段階確認</Head>}>
    {totpSince ? (
      <>
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone="matcha">使っています</Badge>
          {formatMoment(totpSince)} から・予備コード 残り{backupCodes}個
        </p>
        <p>パスワードのあとに、認証アプリの6けたの確認コードを入力します。</p>
      </>
    ) : (
      <p>
        パスワードのあとに、スマートフォンの認証アプリに出る6けたの数字も確かめます。パスワードを知られても、入られません。
      </p>
    )}
    <p>
      <ButtonLink to="/profile/second-factor" kind="line">
        {totpSince ? '予備コード・停止' : '二段階確認をはじめる'}
      </ButtonLink>
    </p>
  </ProfileCard>
)

/** The number of passkeys, and the link to them. */
export const PasskeysCard = ({ factors: { passkeys } }: { factors: Factors }) => (
  <ProfileCard id="passkeys" title={<Head as="span">パスキー</Head>}>
    <p>
      指紋・顔・画面ロックで、パスワードなしで入れます。
      {passkeys > 0 ? `いま${passkeys}個あります。` : 'まだありません。'}
    </p>
    <p>
      <ButtonLink to="/profile/passkeys" kind="line">
        {passkeys > 0 ? 'パスキーを見る・ふやす' : 'パスキーをつくる'}
      </ButtonLink>
    </p>
  </ProfileCard>
)
