import { Form, useNavigation } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { isRecentAuth, requirePerson } from '#authorization/recent-auth.ts'
import { formatDay, formatMoment } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { factorsOf } from '#modules/identity/factors/change-factors.server.ts'
import { addPasskey, passkeysOf, removePasskey, renamePasskey } from '#modules/identity/factors/passkeys.server.ts'
import { PasskeyPart } from '#modules/identity/ui/passkey-button.tsx'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { SecondFactorField } from '#modules/identity/ui/second-factor-field.tsx'
import { FieldPanel } from '#routes/auth/field-panel.tsx'
import { useHydrated } from '#ui/browser-state.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, type Problem, typedIn } from '#web/form.ts'
import { guarded } from '#web/guard.server.ts'
import { job, runJob, withTool } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { proven } from '#web/prove-again.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/passkeys.ts'

export const meta = () => ownMeta('パスキー')
export const middleware = guarded('auth')

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { personId } = requirePerson(ctx.actor)
  const [passkeys, { totpSince }] = await Promise.all([passkeysOf(ctx, { personId }), factorsOf(ctx, { personId })])
  return { passkeys, hasApp: totpSince !== null, fresh: isRecentAuth(ctx.actor, ctx.now) }
})

/** A form about a passkey, with the second factor if the account has one. */
const read = (form: FormData, _: Route.ActionArgs, ctx: Ctx) => {
  const { id = '', name = '', proofCode: code = '' } = typedIn(form)
  const owner = { personId: requirePerson(ctx.actor).personId }
  return { ok: true as const, value: { owner, id, name, answer: { code } } }
}

const back = (notice: string) => redirectWithFlash('/profile/passkeys', notice)

const changes = {
  rename: proven(
    job(renamePasskey, { read, done: () => back('名前を変更しました。'), at: (_, { id }) => `name-${id}` }),
  ),
  remove: proven(
    job(
      withTool(removePasskey, ({ context }: Route.ActionArgs) => context.get(requestFacts).encryption),
      { read, done: () => back('パスキーを削除しました。'), at: () => 'proofCode' },
    ),
  ),
  add: proven(
    job(addPasskey, {
      read: (form, { request, context }: Route.ActionArgs, ctx) => {
        const { passkey: json = '' } = typedIn(form)
        const answer = { json, site: { origin: context.get(requestFacts).secureOrigin } }
        const owner = { personId: requirePerson(ctx.actor).personId }
        return { ok: true, value: { owner, answer, userAgent: request.headers.get('user-agent') } }
      },
      done: ({ name }) => back(`パスキー「${name}」を登録しました。`),
    }),
  ),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) =>
  runJob(changes, ctx, await formOf(args.request), args),
)

type Passkey = Route.ComponentProps['loaderData']['passkeys'][number]

export default function PasskeysPage({ loaderData: { passkeys, hasApp, fresh }, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem
  const hydrated = useHydrated()
  const busy = useNavigation().state !== 'idle'
  const adding = problem?.typed.intent === 'add' ? problem : undefined
  return (
    <FieldPanel wide>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          パスキー
        </Head>
      </h1>
      <p>
        指紋・顔・画面ロックを使い、パスワードなしでサインインできます。端末ごとに作成するか、端末間で同期されるものを使用します。
      </p>
      {problem && Object.keys(problem.fields).length === 0 && <Notice tone="akane">{problem.summary}</Notice>}
      <ul className="grid grid-cols-1 gap-3">
        {passkeys.map((it) => (
          <li key={it.id}>
            <PasskeyRow
              passkey={it}
              hasApp={hasApp}
              fresh={fresh}
              problem={problem?.typed.id === it.id ? problem : undefined}
            />
          </li>
        ))}
        {passkeys.length === 0 && <li>まだありません。</li>}
      </ul>
      <Form method="post" className="grid grid-cols-1 gap-4">
        <input type="hidden" name="intent" value="add" />
        <ProofField id="add-proof" fresh={fresh} problem={adding} />
        <PasskeyPart questionAt="/profile/passkeys/offer" does="make" kind="pine" busy={busy}>
          この端末でパスキーを作成
        </PasskeyPart>
      </Form>
      {!hydrated && (
        <noscript>
          <Notice>パスキーを作成するには、ブラウザーのJavaScriptを有効にしてください。</Notice>
        </noscript>
      )}
      <ButtonLink to="/profile" kind="line" size="lg">
        設定に戻る
      </ButtonLink>
    </FieldPanel>
  )
}

type RowProps = { passkey: Passkey; hasApp: boolean; fresh: boolean; problem: Problem | undefined }

function PasskeyRow({ passkey, hasApp, fresh, problem }: RowProps) {
  const { id, name, createdAt, lastUsedAt, backedUp } = passkey
  const busy = useNavigation().state !== 'idle'
  const removing = problem?.typed.intent === 'remove' ? problem : undefined
  return (
    <section className="card grid grid-cols-1 gap-2 p-4 text-ink" aria-label={name}>
      <h2 className="text-h4 wrap-anywhere">{name}</h2>
      <p className="text-sub text-ink-2">
        {formatDay(jstDateOf(createdAt))}から・
        {lastUsedAt ? `最終使用 ${formatMoment(lastUsedAt)}` : '未使用'}
        {backedUp && '・他の端末と同期されます'}
      </p>
      <Disclosure summary="名前の変更・削除" open={problem !== undefined || undefined}>
        <div className="grid grid-cols-1 gap-4">
          <Form method="post" noValidate className="grid grid-cols-1 gap-3">
            <input type="hidden" name="intent" value="rename" />
            <input type="hidden" name="id" value={id} />
            <TextField
              label="名前"
              name="name"
              defaultValue={problem?.typed.name ?? name}
              maxLength={60}
              error={problem?.fields[`name-${id}`]}
            />
            <ProofField
              id={`rename-${id}-proof`}
              fresh={fresh}
              problem={problem?.typed.intent === 'rename' ? problem : undefined}
            />
            <Button kind="line" busy={busy}>
              名前を保存
            </Button>
          </Form>
          <Form method="post" noValidate className="grid grid-cols-1 gap-3 border-t border-line pt-3">
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="id" value={id} />
            <p className="text-sub">削除すると、このパスキーではサインインできなくなります。</p>
            <ProofField id={`proof-${id}`} fresh={fresh} problem={removing} />
            {hasApp && <SecondFactorField id={`code-${id}`} name="proofCode" error={removing?.fields.proofCode} />}
            <Button kind="danger" busy={busy}>
              このパスキーを削除
            </Button>
          </Form>
        </div>
      </Disclosure>
    </section>
  )
}
