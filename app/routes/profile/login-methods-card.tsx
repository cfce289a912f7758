import { formatDayWithYear } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { LinkedIdentity } from '#modules/identity/login-methods/link-identity.server.ts'
import type { OfferedWays } from '#modules/identity/login-methods/login-methods.ts'
import { phoneIssuer } from '#modules/identity/login-methods/verified-identity.ts'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { WayMark } from '#modules/identity/ui/way-mark.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Problem } from '#web/form.ts'
import { ProfileCard } from './profile-card.tsx'
import { ProfileForm } from './profile-form.tsx'

type Linked = LinkedIdentity & { name: string }
type Props = { linked: readonly Linked[]; ways: OfferedWays; fresh: boolean; problem: Problem | undefined }

/** A phone number and other services for signing in without the password. */
export function LoginMethodsCard({ linked, ways, fresh, problem }: Props) {
  if (linked.length === 0 && !ways.phone && ways.social.length === 0) return null
  const hasNumber = linked.some(({ issuer }) => issuer === phoneIssuer)
  return (
    <ProfileCard id="ways-in" title={<Head as="span">電話番号・他のサービスでサインイン</Head>}>
      {problem && Object.keys(problem.fields).length === 0 && !problem.waitSeconds && (
        <Notice tone="akane">{problem.summary}</Notice>
      )}
      {linked.length === 0 && <p>未登録です。追加すると、パスワードを忘れてもサインインできます。</p>}
      <ul className="grid grid-cols-1">
        {linked.map((it) => {
          const key = `${it.issuer} ${it.subject}`
          const mine = problem && `${problem.typed.issuer} ${problem.typed.subject}` === key ? problem : undefined
          return (
            <li key={key} className="grid grid-cols-1 gap-2 border-t border-line py-3 first:border-t-0">
              <p className="grid min-w-0">
                <b className="num wrap-anywhere">{it.name}</b>
                <span className="text-sub text-ink-2 wrap-anywhere">
                  {[it.email, it.linkedAt && `${formatDayWithYear(jstDateOf(it.linkedAt))}から`]
                    .filter(Boolean)
                    .join('・')}
                </span>
              </p>
              <Disclosure summary={`${it.name}の連携を解除`} open={mine !== undefined || undefined}>
                <ProfileForm intent="unlink" problem={mine} button="解除する">
                  <input type="hidden" name="issuer" value={it.issuer} />
                  <input type="hidden" name="subject" value={it.subject} />
                  <p>次回から、この方法ではサインインできなくなります。</p>
                  <ProofField id={`unlink-${it.issuer}-proof`} fresh={fresh} problem={mine} />
                </ProfileForm>
              </Disclosure>
            </li>
          )
        })}
      </ul>
      <div className="flex flex-wrap gap-3">
        {ways.phone && (
          <ButtonLink to="/profile/phone" kind="line" icon={<WayMark way="phone" />}>
            {hasNumber ? '電話番号を変更' : '電話番号を追加'}
          </ButtonLink>
        )}
        {ways.social.map(({ id, name }) => (
          <a key={id} href={`/auth/social/${id}?for=link`} className="btn" data-kind="line" data-size="md">
            <span className="btn-icon">
              <WayMark way={id} />
            </span>
            {name}と連携する
          </a>
        ))}
      </div>
    </ProfileCard>
  )
}
