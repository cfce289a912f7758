import { data } from 'react-router'
import { addressChangedBy } from '#modules/identity/inspect-link.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { FieldPanel } from '../field-panel.tsx'
import { onlyCodes } from '../only-codes.server.ts'
import type { Route } from './+types/email-updated.ts'

export const meta = () => ownMeta('メールアドレスを変更しました')

export const middleware = onlyCodes
export const headers = () => ({ 'cache-control': 'private, no-store' })

/** The page after the change; available only through the link that made it. */
export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const email = await addressChangedBy(ctx, params.updateEmail)
  if (!email) throw data(null, { status: 404 })
  return { email }
})

export default function EmailUpdatedPage({ loaderData: { email } }: Route.ComponentProps) {
  return (
    <FieldPanel>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          メールアドレスを
          <wbr />
          変更しました
        </Head>
      </h1>
      <p className="grid wrap-anywhere">
        <span className="text-sub text-ink-2">新しいアドレス</span>
        <b className="text-h4">{email}</b>
      </p>
      <p>
        すべての端末からサインアウトしました。新しいアドレスでサインインし直してください。以前のアドレスにもお知らせを送信しました。
      </p>
      <ButtonLink to="/auth/signIn" size="lg">
        サインインする
      </ButtonLink>
    </FieldPanel>
  )
}
