import { Form, redirect } from 'react-router'
import { draftCookie } from '#modules/identity/session.ts'
import { sideWord } from '#modules/organisations/org-ref.ts'
import { findDraft } from '#modules/organisations/sign-up/draft.server.ts'
import { placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { keepCookie } from '#web/session-cookie.server.ts'
import { FieldPanel } from '../field-panel.tsx'
import type { Route } from './+types/phone-registration.ts'

export const meta = () => ownMeta('電話での登録の確認')

const codeIn = (request: Request) => new URL(request.url).searchParams.get('code')

/** The link of the mail after a registration by telephone. Opening it changes nothing: mail programs open links, too. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const draft = await findDraft(ctx, codeIn(request))
  if (draft === null || draft === 'expired' || draft.committedAt || draft.side === null) return { draft: null }
  return { draft: { side: draft.side, name: draft.profile.tradeName ?? '', email: draft.email } }
})

/** From here on it is the sign-up of this browser. */
export const action = page(async (ctx, { request }: Route.ActionArgs) => {
  const code = codeIn(request)
  const draft = await findDraft(ctx, code)
  if (code === null || draft === null || draft === 'expired') throw redirect(placeAddress['user-type'])
  return redirect(placeAddress.additionalConfirm, { headers: { 'set-cookie': keepCookie(draftCookie, code) } })
})

export default function PhoneRegistrationPage({ loaderData: { draft } }: Route.ComponentProps) {
  return (
    <FieldPanel>
      <h1 className="text-h2 text-pine">
        <Head as="span">電話での登録の確認</Head>
      </h1>
      {draft ? (
        <>
          <p>
            お電話で伺った内容で、登録の準備が整いました。内容を確認し、パスワードを設定して申し込みを完了してください。
          </p>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
            <dt className="text-ink-2">区分</dt>
            <dd>{sideWord[draft.side]}</dd>
            <dt className="text-ink-2">名称</dt>
            <dd className="wrap-anywhere">{draft.name}</dd>
            <dt className="text-ink-2">メールアドレス</dt>
            <dd className="wrap-anywhere">{draft.email}</dd>
          </dl>
          <Form method="post">
            <Button size="lg">登録内容を確認する</Button>
          </Form>
        </>
      ) : (
        <>
          <p>このリンクは、期限切れか、すでに使用されています。</p>
          <ButtonLink to={placeAddress['user-type']}>画面から登録する</ButtonLink>
        </>
      )}
    </FieldPanel>
  )
}
