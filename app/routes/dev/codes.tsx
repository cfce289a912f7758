import { data, Form } from 'react-router'
import { demoBackupCode, demoCodes } from '#modules/identity/demo-codes.server.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formOf, typedIn } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/codes.ts'

export const meta = () => ownMeta('デモの確認コード')

export const loader = page(async (ctx, { context }: Route.LoaderArgs) => {
  const facts = context.get(requestFacts)
  return { codes: await demoCodes(ctx, facts, facts.encryption) }
})

/** One more backup code, on request. */
export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  const facts = context.get(requestFacts)
  const { email = '' } = typedIn(await formOf(request))
  return data({ email, backupCode: await demoBackupCode(ctx, facts, facts.encryption, email) })
})

/** The authenticator codes of the demo administrators. Not in production. */
export default function DemoCodesPage({ loaderData: { codes }, actionData }: Route.ComponentProps) {
  return (
    <main id="main" className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-5 px-3.5 py-6 lg:py-10">
      <h1 className="text-h2">デモの確認コード</h1>
      <p>
        デモの運営が二段階認証で入力する確認コードです。開発・テスト環境でのみ表示されます。コードは30秒ごとに変わり、1回のみ使用できます。
      </p>
      {codes.length === 0 && <EmptyState>デモの運営はいません。</EmptyState>}
      {codes.map(({ email, name, code, inSeconds, endsInSeconds }) => (
        <section key={email} className="card grid gap-3 p-5">
          <h2 className="text-h4 wrap-anywhere">{email}</h2>
          <p className="text-sub text-ink-2">{name}</p>
          {code ? (
            <p>
              <output className="num text-h1" data-code={email}>
                {code}
              </output>
              <span className="ms-3 text-sub">
                {inSeconds > 0 ? `${inSeconds}秒後から使えます` : `あと${endsInSeconds}秒で次のコード`}
              </span>
            </p>
          ) : (
            <p>認証アプリは設定されていません。</p>
          )}
          {actionData?.email === email && (
            <p>
              予備コード <output className="num font-bold select-all">{actionData.backupCode}</output>
            </p>
          )}
          <Form method="post">
            <input type="hidden" name="email" value={email} />
            <Button kind="line">予備コードを1つつくる</Button>
          </Form>
        </section>
      ))}
    </main>
  )
}
