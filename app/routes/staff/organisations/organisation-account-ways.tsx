import { formatDayWithYear, formatMoment } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { OrganisationPerson } from '#modules/admin/organisations/organisation-people.server.ts'
import { scopeWords } from '#modules/identity/api-scopes.ts'
import { Disclosure } from '#ui/disclosure.tsx'

/** As passed to a page: identities by name, without the account ids of other services. */
export type ShownPerson = Omit<OrganisationPerson, 'identities'> & {
  identities: { name: string; email: string | null; linkedAt: Date | null }[]
}

/** A user's login methods and verification, consents, and programs that act for them. */
export function WaysOfPerson({ person }: { person: ShownPerson }) {
  const { passwordSince, factors, identities, consents, tokens } = person
  const day = (at: Date) => formatDayWithYear(jstDateOf(at))
  return (
    <Disclosure summary="サインイン方法・同意・連携">
      <dl className="grid grid-cols-1 gap-x-3 gap-y-2 text-sub wrap-anywhere sm:grid-cols-[7rem_minmax(0,1fr)]">
        <Fact what="パスワード">{[passwordSince ? `${day(passwordSince)}に設定` : 'なし']}</Fact>
        <Fact what="二段階認証">{secondFactor(factors)}</Fact>
        <Fact what="パスキー">{[factors.passkeys > 0 ? `${factors.passkeys}件` : 'なし']}</Fact>
        <Fact what="その他のサインイン方法">
          {identities.map(({ name, email, linkedAt }) =>
            [name, email, linkedAt && `${day(linkedAt)}から`].filter(Boolean).join('・'),
          )}
        </Fact>
        <Fact what="同意">
          {consents.map(({ title, number, at }) => `${title} 第${number}版（${formatMoment(at)}）`)}
        </Fact>
        <Fact what="連携用トークン">
          {tokens.map(
            ({ name, prefix, scopes, expiresAt, lastUsedAt }) =>
              `${name}（${prefix}…）${scopes.map((scope) => scopeWords[scope].title).join('、')}・${day(expiresAt)}まで・${
                lastUsedAt ? `最終使用 ${formatMoment(lastUsedAt)}` : '未使用'
              }`,
          )}
        </Fact>
      </dl>
    </Disclosure>
  )
}

const secondFactor = ({ totpSince, backupCodes }: ShownPerson['factors']) => [
  totpSince ? `認証アプリ（${formatMoment(totpSince)}から）・予備コード 残り${backupCodes}件` : '未使用',
]

const Fact = ({ what, children }: { what: string; children: readonly string[] }) => (
  <div className="grid sm:contents">
    <dt className="text-ink-2">{what}</dt>
    <dd>
      {children.length === 0 ? (
        'なし'
      ) : (
        <ul className="grid gap-1">
          {children.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </dd>
  </div>
)
