import { Form, useNavigation } from 'react-router'
import { adminRoles } from '#kernel/enums.ts'
import { formatDay, formatMoment } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { workplaceOfPerson } from '#modules/admin/organisations/organisation-detail.server.ts'
import { accountChangeWord, effectMoment } from '#modules/identity/account-changes/account-change-labels.ts'
import { type AccountChange, accountChanges } from '#modules/identity/account-changes/account-change-list.server.ts'
import { adminRoleHelp, adminRoleWord } from '#modules/identity/admins/admin-labels.ts'
import { type AdminRow, adminList } from '#modules/identity/admins/admin-list.server.ts'
import { changeAdminRole, disableAdmin, enableAdmin } from '#modules/identity/admins/disable-admin.server.ts'
import { inviteAdminOnScreen } from '#modules/identity/admins/invite-admin.server.tsx'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextField } from '#ui/field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, type Problem } from '#web/form.ts'
import { job, runJob, withTool } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { accountChangeJobs } from '../organisations/account-change-jobs.server.ts'
import { AccountChangeNotice } from '../organisations/account-change-notice.tsx'
import { requireStaff } from '../require-staff.server.ts'
import { provenByStaff } from '../staff-proof.server.ts'
import type { Route } from './+types/administrators.ts'

export const meta: Route.MetaFunction = () => ownMeta('運営の担当者')

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { adminId, role } = requireStaff(ctx)
  const changes = await accountChanges(ctx, 'all')
  const ofMembers = await Promise.all(
    changes.flatMap(({ personId, ...change }) =>
      personId && !change.stoppedAt ? [workplaceOfPerson(ctx, personId).then((place) => ({ ...change, place }))] : [],
    ),
  )
  return {
    me: adminId,
    mayInvite: role === 'full',
    formKey: crypto.randomUUID(),
    admins: await adminList(ctx),
    changes: changes.filter((it) => it.adminId !== null),
    ofMembers,
  }
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
  role: provenByStaff(
    job(changeAdminRole, {
      done: (_, __, ___, ____: Route.ActionArgs) => redirectWithFlash(here, '役割を変更しました。'),
    }),
  ),
  invite: provenByStaff(
    job(
      withTool(inviteAdminOnScreen, ({ context }: Route.ActionArgs) => context.get(requestFacts).encryption),
      {
        done: ({ email }) => redirectWithFlash(here, `${email} に招待を送信しました。リンクは24時間有効です。`),
        at: ({ refusal }) => (refusal === 'already_there' ? 'email' : undefined),
      },
    ),
  ),
  enable: provenByStaff(
    job(enableAdmin, { done: (_, __, ___, ____: Route.ActionArgs) => redirectWithFlash(here, '有効にしました。') }),
  ),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) =>
  runJob(changes, ctx, await formOf(args.request), args),
)

export default function AdministratorsPage({
  loaderData: { me, mayInvite, formKey, admins, changes, ofMembers },
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
        メールアドレスの変更と二段階認証のリセットは、1人が依頼し、別の1人が本人確認を行って確認します。現在のメールアドレスに予告が届き、72時間後に実行されます。
      </p>
      <ButtonLink to="/admin/profile" kind="line" className="justify-self-start">
        自分の予備コードとパスキー
      </ButtonLink>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      {mayInvite && (
        <InviteAdmin formKey={formKey} busy={busy} problem={problem?.typed.intent === 'invite' ? problem : undefined} />
      )}
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
              mayInvite={mayInvite}
              changes={changes.filter(({ adminId }) => adminId === admin.id)}
              problem={problem?.typed.adminId === admin.id ? problem : undefined}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type InviteProps = { formKey: string; busy: boolean; problem: Problem | undefined }

function InviteAdmin({ formKey, busy, problem }: InviteProps) {
  return (
    <Disclosure summary="管理者を招待する" open={problem !== undefined || undefined}>
      <Form method="post" noValidate className="grid max-w-2xl grid-cols-1 gap-3">
        <input type="hidden" name="key" value={formKey} />
        <TextField
          id="invite-name"
          label="氏名"
          name="name"
          need="required"
          maxLength={60}
          autoComplete="off"
          defaultValue={problem?.typed.name}
          error={problem?.fields.name}
        />
        <TextField
          id="invite-email"
          label="メールアドレス"
          name="email"
          type="email"
          need="required"
          maxLength={254}
          autoComplete="off"
          help="24時間有効な招待のリンクを送信します"
          defaultValue={problem?.typed.email}
          error={problem?.fields.email}
        />
        <RoleChoice id="invite-role" defaultValue={problem?.typed.role ?? 'support'} error={problem?.fields.role} />
        <StaffProof id="invite-proof" problem={problem} />
        <Button name="intent" value="invite" busy={busy} className="justify-self-start">
          招待を送信する
        </Button>
      </Form>
    </Disclosure>
  )
}

const RoleChoice = ({ id, defaultValue, error }: { id: string; defaultValue: string; error?: string | undefined }) => (
  <RadioGroup
    id={id}
    legend="役割"
    name="role"
    choices={adminRoles.map((role) => ({ value: role, label: adminRoleWord[role], help: adminRoleHelp[role] }))}
    defaultValue={defaultValue}
    error={error}
  />
)

type RowProps = {
  admin: AdminRow
  me: string
  /** May change what others may do. */
  mayInvite: boolean
  busy: boolean
  /** Of this account. */
  changes: readonly AccountChange[]
  /** Of a form of this administrator. */
  problem: Problem | undefined
}

function Administrator({ admin, me, mayInvite, busy, changes, problem }: RowProps) {
  const isMe = admin.id === me
  return (
    <article className="card grid grid-cols-1 gap-3 p-4" aria-label={admin.name}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="text-h4 font-bold">{admin.name}</h2>
        {isMe && <Badge tone="ai">ご自身</Badge>}
        <Badge tone="line">{adminRoleWord[admin.role]}</Badge>
        {admin.disabledAt ? <Badge tone="akane">無効</Badge> : <Badge tone="matcha">有効</Badge>}
      </div>
      <p className="text-sub text-ink-2 wrap-anywhere">
        {admin.email}・{formatDay(jstDateOf(admin.createdAt))}から・{protectionOf(admin)}・
        {admin.cameAt ? `最後のサインイン ${formatMoment(admin.cameAt)}` : 'サインインの記録はありません'}
      </p>
      {changes.map((change) => (
        <AccountChangeNotice key={change.id} change={change} me={me} problem={problem} fields={{ adminId: admin.id }} />
      ))}
      {!isMe && mayInvite && <Doings admin={admin} busy={busy} changes={changes} problem={problem} />}
    </article>
  )
}

/** A colleague's second factors, in words. */
function protectionOf({ totpSince, passkeys, backupCodes }: AdminRow): string {
  const ways = [totpSince && '認証アプリ', passkeys > 0 && `パスキー${passkeys}件`].filter(Boolean)
  return ways.length > 0 ? `${ways.join('と')}（予備コード 残り${backupCodes}件）` : '二段階認証の設定待ち'
}

function Doings({ admin, busy, changes, problem }: Omit<RowProps, 'me' | 'mayInvite'>) {
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
      <Form method="post" className="grid grid-cols-1 gap-3 border-b border-line pt-2 pb-4">
        <input type="hidden" name="adminId" value={id} />
        <RoleChoice id={`role-${id}`} defaultValue={mine?.typed.role ?? admin.role} />
        <StaffProof id={`role-${id}-proof`} problem={mine} />
        <Button kind="line" name="intent" value="role" busy={busy} className="justify-self-start">
          役割を変更する
        </Button>
      </Form>
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
