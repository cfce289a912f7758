import { Form, useNavigation } from 'react-router'
import { formatDay, formatMoment } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { workplaceOfPerson } from '#modules/admin/organisations/organisation-detail.server.ts'
import { accountChangeWord, effectMoment } from '#modules/identity/account-changes/account-change-labels.ts'
import { type AccountChange, accountChanges } from '#modules/identity/account-changes/account-change-list.server.ts'
import { type AdminRow, adminList } from '#modules/identity/admins/admin-list.server.ts'
import { disableAdmin, enableAdmin } from '#modules/identity/admins/disable-admin.server.ts'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { TextField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, type Problem } from '#web/form.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { accountChangeJobs } from '../organisations/account-change-jobs.server.ts'
import { AccountChangeNotice } from '../organisations/account-change-notice.tsx'
import { requireStaff } from '../require-staff.server.ts'
import { provenByStaff } from '../staff-proof.server.ts'
import type { Route } from './+types/administrators.ts'

export const meta: Route.MetaFunction = () => [{ title: '運営の担当者｜畝と皿' }]

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { adminId } = requireStaff(ctx)
  const changes = await accountChanges(ctx, 'all')
  const ofMembers = await Promise.all(
    changes.flatMap(({ personId, ...change }) =>
      personId && !change.stoppedAt ? [workplaceOfPerson(ctx, personId).then((place) => ({ ...change, place }))] : [],
    ),
  )
  return { me: adminId, admins: await adminList(ctx), changes: changes.filter((it) => it.adminId !== null), ofMembers }
})

const here = '/admin/staff'

const changes = {
  ...accountChangeJobs<Route.ActionArgs>('adminId', () => here),
  disable: provenByStaff(
    job(disableAdmin, {
      done: (_, __, ___, ____: Route.ActionArgs) =>
        redirectWithFlash(here, '無効にしました。すべての端末からサインアウトしました。'),
      at: () => 'reason',
    }),
  ),
  enable: provenByStaff(
    job(enableAdmin, { done: (_, __, ___, ____: Route.ActionArgs) => redirectWithFlash(here, '有効にしました。') }),
  ),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) =>
  runJob(changes, ctx, await formOf(args.request), args),
)

export default function AdministratorsPage({
  loaderData: { me, admins, changes, ofMembers },
  actionData,
}: Route.ComponentProps) {
  const problem = actionData?.problem
  const busy = useNavigation().state !== 'idle'
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="text-h2">
        <Head as="span">運営の担当者</Head>
      </h1>
      <p className="max-w-3xl">
        新しい担当者は、サーバーのコマンド（<code lang="en">npm run admin:invite</code>
        ）で招待します。メールアドレスの変更と二段階認証のリセットは、1人が依頼し、別の1人が本人確認を行って確認します。現在のメールアドレスに予告が届き、72時間後に実行されます。
      </p>
      <ButtonLink to="/admin/profile" kind="line" className="justify-self-start">
        自分の予備コードとパスキー
      </ButtonLink>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      {ofMembers.length > 0 && (
        <section aria-labelledby="changes" className="grid grid-cols-1 gap-2">
          <h2 id="changes" className="text-h3 font-bold">
            会員のアカウントの変更
          </h2>
          <ul className="grid grid-cols-1 gap-2">
            {ofMembers.map(({ id, kind, name, askedByName, askedAt, takesEffectAt, place }) => (
              <li key={id} className="card flex flex-wrap items-center gap-x-4 gap-y-1 p-4">
                <b>{name}</b>
                <span>
                  {accountChangeWord[kind]}
                  {takesEffectAt ? `（${effectMoment(takesEffectAt)}に実行）` : '（確認待ち）'}
                </span>
                <span className="text-sub text-ink-2">
                  {askedByName}の依頼・{formatMoment(askedAt)}
                </span>
                {place && (
                  <ButtonLink to={`/admin/users/${place}/account`} kind="line" className="ms-auto">
                    {takesEffectAt ? '開く' : '開いて確認する'}
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
            <Administrator
              admin={admin}
              me={me}
              busy={busy}
              changes={changes.filter(({ adminId }) => adminId === admin.id)}
              problem={problem?.typed.adminId === admin.id ? problem : undefined}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type RowProps = {
  admin: AdminRow
  me: string
  busy: boolean
  /** Of this account. */
  changes: readonly AccountChange[]
  /** Of a form of this administrator. */
  problem: Problem | undefined
}

function Administrator({ admin, me, busy, changes, problem }: RowProps) {
  const isMe = admin.id === me
  return (
    <article className="card grid grid-cols-1 gap-3 p-4" aria-label={admin.name}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="text-h4 font-bold">{admin.name}</h2>
        {isMe && <Badge tone="ai">ご自身</Badge>}
        {admin.disabledAt ? <Badge tone="akane">無効</Badge> : <Badge tone="matcha">有効</Badge>}
      </div>
      <p className="text-sub text-ink-2 wrap-anywhere">
        {admin.email}・{formatDay(jstDateOf(admin.createdAt))}から・{protectionOf(admin)}・
        {admin.cameAt ? `最後のサインイン ${formatMoment(admin.cameAt)}` : 'サインインの記録はありません'}
      </p>
      {changes.map((change) => (
        <AccountChangeNotice key={change.id} change={change} me={me} problem={problem} fields={{ adminId: admin.id }} />
      ))}
      {!isMe && <Doings admin={admin} busy={busy} changes={changes} problem={problem} />}
    </article>
  )
}

/** A colleague's second factors, in words. */
function protectionOf({ totpSince, passkeys, backupCodes }: AdminRow): string {
  const ways = [totpSince && '認証アプリ', passkeys > 0 && `パスキー${passkeys}件`].filter(Boolean)
  return ways.length > 0 ? `${ways.join('と')}（予備コード 残り${backupCodes}件）` : '二段階認証の設定待ち'
}

function Doings({ admin, busy, changes, problem }: Omit<RowProps, 'me'>) {
  const { id } = admin
  const mine = problem && !problem.typed.changeId ? problem : undefined
  if (admin.disabledAt)
    return (
      <Form method="post" className="grid grid-cols-1 gap-3">
        <input type="hidden" name="adminId" value={id} />
        <StaffProof id={`enable-${id}-proof`} problem={mine} />
        <Button kind="line" name="intent" value="enable" busy={busy} className="justify-self-start">
          有効にする
        </Button>
      </Form>
    )
  const isChanging = changes.some(({ stoppedAt }) => stoppedAt === null)
  return (
    <details className="border-t border-line pt-2" open={mine ? true : undefined}>
      <summary className="min-h-11 cursor-pointer content-center font-bold">この担当者の手続き</summary>
      <Form method="post" noValidate className="grid grid-cols-1 gap-3 pt-2">
        <input type="hidden" name="adminId" value={id} />
        <TextField
          id={`reason-${id}`}
          label="理由"
          name="reason"
          need="required"
          help="履歴に残ります（例 スマートフォンを紛失、電話で本人と確認）"
          maxLength={400}
          defaultValue={mine?.typed.reason}
          error={mine?.fields.reason}
        />
        {!isChanging && (
          <TextField
            id={`email-${id}`}
            label="新しいメールアドレス"
            name="email"
            type="email"
            autoComplete="off"
            help="メールアドレスの変更を依頼する場合のみ入力"
            maxLength={254}
            defaultValue={mine?.typed.email}
            error={mine?.fields.email}
          />
        )}
        <StaffProof id={`doings-${id}-proof`} problem={mine} />
        <div className="flex flex-wrap gap-3">
          {!isChanging && (
            <>
              <Button kind="line" name="intent" value="factors" busy={busy}>
                二段階認証のリセットを依頼する
              </Button>
              <Button kind="line" name="intent" value="email" busy={busy}>
                メールアドレスの変更を依頼する
              </Button>
            </>
          )}
          <Confirm
            name="intent"
            value="disable"
            busy={busy}
            question={`${admin.name}さんを無効にしますか`}
            consequence="すぐにすべての端末からサインアウトし、運営の画面にサインインできなくなります。後で有効に戻せます。"
            confirm="無効にする"
          >
            無効にする
          </Confirm>
        </div>
      </Form>
    </details>
  )
}
