import { Form, useNavigation } from 'react-router'
import { formatDay, formatMoment } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { personsPlace } from '#modules/admin/members/member-detail.server.ts'
import { type AdminRow, adminList } from '#modules/identity/admins/admin-list.server.ts'
import { factorResetRefusalText } from '#modules/identity/admins/admin-words.ts'
import { disableAdmin, enableAdmin } from '#modules/identity/admins/disable-admin.server.ts'
import { askForReset, confirmReset, withdrawReset } from '#modules/identity/admins/factor-reset.server.ts'
import { waitingPersonResets } from '#modules/identity/person-factor-reset.server.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { TextField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { formOf, refused, staleForm, typedIn } from '../form.ts'
import { redirectWithNotice } from '../notice.server.ts'
import { page, pageAction } from '../page.server.ts'
import { requestFacts } from '../request-context.ts'
import type { Route } from './+types/administrators.ts'
import { requireStaff } from './require-staff.server.ts'

export const meta: Route.MetaFunction = () => [{ title: '運営の人｜畝と皿' }]

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { adminId } = requireStaff(ctx)
  const waiting = await waitingPersonResets(ctx, null)
  const resets = await Promise.all(
    waiting.map(async ({ personId, ...reset }) => ({ ...reset, place: await personsPlace(ctx, personId) })),
  )
  return { me: adminId, admins: await adminList(ctx), resets }
})

export const action = pageAction(async (ctx, { request, context }: Route.ActionArgs) => {
  const form = await formOf(request)
  const { intent, reason = '', ...ids } = typedIn(form)
  const adminId = parseId<'admin'>(ids.adminId)
  const resetId = parseId<'factorReset'>(ids.resetId)
  const { vault } = context.get(requestFacts)
  const back = (notice: string) => redirectWithNotice('/admin/staff', notice)
  if (intent === 'disable' && adminId) {
    const done = await disableAdmin(ctx, { adminId, reason })
    return done.ok
      ? back('無効にしました。すべての端末からサインアウトしました。')
      : refused(factorResetRefusalText[done.refusal], form, `reason-${adminId}`)
  }
  if (intent === 'enable' && adminId) {
    await enableAdmin(ctx, adminId)
    return back('有効にしました。')
  }
  if (intent === 'ask' && adminId) {
    const done = await askForReset(ctx, { adminId, reason })
    return done.ok
      ? back('依頼しました。ほかの運営の人が確認すると、リセットされます。')
      : refused(
          factorResetRefusalText[done.refusal],
          form,
          done.refusal === 'reason_missing' ? `reason-${adminId}` : undefined,
        )
  }
  if (intent === 'confirm' && resetId) {
    const done = await confirmReset(ctx, { resetId, vault })
    return done.ok
      ? back('リセットしました。設定しなおすためのメールを送りました。')
      : refused(factorResetRefusalText[done.refusal], form)
  }
  if (intent === 'withdraw' && resetId) {
    const done = await withdrawReset(ctx, resetId)
    return done.ok ? back('依頼を取り消しました。') : refused(factorResetRefusalText[done.refusal], form)
  }
  return refused(staleForm, form)
})

export default function AdministratorsPage({ loaderData: { me, admins, resets }, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem
  const busy = useNavigation().state !== 'idle'
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="text-h2">
        <Head as="span">運営の人</Head>
      </h1>
      <p className="max-w-3xl">
        新しい人は、サーバーのコマンド（<code lang="en">npm run admin:invite</code>
        ）で招待します。二段階確認をなくした人のリセットには、2人が要ります。1人が依頼し、もう1人が、本人かどうかを電話などで確かめてから確認します。
      </p>
      <ButtonLink to="/admin/profile" kind="line" className="justify-self-start">
        わたしの予備コードとパスキー
      </ButtonLink>
      {problem && Object.keys(problem.fields).length === 0 && <Notice tone="akane">{problem.summary}</Notice>}
      {resets.length > 0 && (
        <section aria-labelledby="resets" className="grid grid-cols-1 gap-2">
          <h2 id="resets" className="text-h3 font-bold">
            会員のリセットの依頼
          </h2>
          <ul className="grid grid-cols-1 gap-2">
            {resets.map(({ id, name, askedByName, askedAt, place }) => (
              <li key={id} className="card flex flex-wrap items-center gap-x-4 gap-y-1 p-4">
                <b>{name}</b>
                <span className="text-sub text-ink-2">
                  {askedByName}の依頼・{formatMoment(askedAt)}
                </span>
                {place && (
                  <ButtonLink to={`/admin/users/${place}/account`} kind="line" className="ms-auto">
                    開いて確認する
                  </ButtonLink>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <ul className="grid grid-cols-1 gap-4">
        {admins.map((admin) => (
          <li key={admin.id}>
            <Administrator admin={admin} me={me} busy={busy} error={problem?.fields[`reason-${admin.id}`]} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type RowProps = { admin: AdminRow; me: string; busy: boolean; error: string | undefined }

function Administrator({ admin, me, busy, error }: RowProps) {
  const isMe = admin.id === me
  return (
    <article className="card grid grid-cols-1 gap-3 p-4" aria-label={admin.name}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="text-h4 font-bold">{admin.name}</h2>
        {isMe && <Badge tone="ai">あなた</Badge>}
        {admin.disabledAt ? <Badge tone="akane">無効</Badge> : <Badge tone="matcha">有効</Badge>}
      </div>
      <p className="text-sub text-ink-2 wrap-anywhere">
        {admin.email}・{formatDay(jstDateOf(admin.createdAt))}から・{protectionOf(admin)}・
        {admin.cameAt ? `最後のサインイン ${formatMoment(admin.cameAt)}` : 'サインインの記録はありません'}
      </p>
      {admin.resetId && <Waiting admin={admin} me={me} busy={busy} />}
      {!isMe && <Doings admin={admin} busy={busy} error={error} />}
    </article>
  )
}

/** What a colleague proves themselves with, in words. */
function protectionOf({ totpSince, passkeys, backupCodes }: AdminRow): string {
  const ways = [totpSince && '認証アプリ', passkeys > 0 && `パスキー${passkeys}個`].filter(Boolean)
  return ways.length > 0 ? `${ways.join('と')}（予備コード 残り${backupCodes}個）` : '二段階確認の設定待ち'
}

/** A request that waits for a second pair of eyes. */
function Waiting({ admin, me, busy }: Omit<RowProps, 'error'>) {
  const mayConfirm = admin.resetAskedBy !== me && admin.id !== me
  return (
    <Notice tone="tag">
      <p>
        <b>二段階確認のリセットの依頼</b>（{admin.resetAskedByName}、
        {admin.resetAskedAt && formatMoment(admin.resetAskedAt)}）：{admin.resetReason}
      </p>
      {!mayConfirm && <p className="text-sub">ほかの運営の人の確認を待っています。</p>}
      <Form method="post" className="mt-2 flex flex-wrap gap-3">
        <input type="hidden" name="resetId" value={admin.resetId ?? ''} />
        {mayConfirm && (
          <Button kind="danger" name="intent" value="confirm" busy={busy}>
            本人と確かめました。リセットする
          </Button>
        )}
        <Button kind="line" name="intent" value="withdraw" busy={busy}>
          依頼を取り消す
        </Button>
      </Form>
    </Notice>
  )
}

function Doings({ admin, busy, error }: Omit<RowProps, 'me'>) {
  if (admin.disabledAt)
    return (
      <Form method="post">
        <input type="hidden" name="adminId" value={admin.id} />
        <Button kind="line" name="intent" value="enable" busy={busy}>
          有効にする
        </Button>
      </Form>
    )
  return (
    <details className="border-t border-line pt-2" open={error ? true : undefined}>
      <summary className="min-h-11 cursor-pointer content-center font-bold">この人の手続き</summary>
      <Form method="post" noValidate className="grid grid-cols-1 gap-3 pt-2">
        <input type="hidden" name="adminId" value={admin.id} />
        <TextField
          id={`reason-${admin.id}`}
          label="理由"
          name="reason"
          help="記録に残ります（例 スマートフォンを紛失、電話で本人と確認）"
          maxLength={400}
          error={error}
        />
        <div className="flex flex-wrap gap-3">
          {!admin.resetId && (
            <Button kind="line" name="intent" value="ask" busy={busy}>
              二段階確認のリセットを依頼する
            </Button>
          )}
          <Confirm
            name="intent"
            value="disable"
            busy={busy}
            question={`${admin.name}さんを無効にしますか`}
            consequence="すぐに、すべての端末からサインアウトし、運営の画面に入れなくなります。あとで有効にもどせます。"
            confirm="無効にする"
          >
            無効にする
          </Confirm>
        </div>
      </Form>
    </details>
  )
}
