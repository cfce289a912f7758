import { Fingerprint, KeyRound, type LucideIcon, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { data, Form, useNavigation } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDay, formatMoment } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { factorsOf, newBackupCodes } from '#modules/identity/factors/change-factors.server.ts'
import { addPasskey, passkeysOf, removePasskey } from '#modules/identity/factors/passkeys.server.ts'
import { BackupCodes } from '#modules/identity/ui/backup-codes.tsx'
import { PasskeyPart } from '#modules/identity/ui/passkey-button.tsx'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, type Problem, typedIn } from '#web/form.ts'
import { job, runJob, withTool } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { requireStaff } from '../require-staff.server.ts'
import { provenByStaff } from '../staff-proof.server.ts'
import type { Route } from './+types/own-factors.ts'

export const meta: Route.MetaFunction = () => ownMeta('自分のサインイン設定')

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { adminId, name } = requireStaff(ctx)
  const owner = { adminId }
  const [factors, passkeys] = await Promise.all([factorsOf(ctx, owner), passkeysOf(ctx, owner)])
  return { name, factors, passkeys }
})

const encryptionOf = ({ context }: Route.ActionArgs) => context.get(requestFacts).encryption

/** The proof of staff includes the second factor, so nothing more is asked for. */
const own = (form: FormData, _: Route.ActionArgs, ctx: Ctx) => {
  const { id = '' } = typedIn(form)
  return { ok: true as const, value: { owner: { adminId: requireStaff(ctx).adminId }, id, answer: null } }
}

/** Each step needs re-authentication within the last ten minutes, which includes the second factor. */
const changes = {
  codes: provenByStaff(
    job(withTool(newBackupCodes, encryptionOf), { read: own, done: ({ backupCodes }) => shown(backupCodes) }),
  ),
  add: provenByStaff(
    job(addPasskey, {
      read: (form, { request, context }: Route.ActionArgs, ctx) => {
        const { passkey: json = '' } = typedIn(form)
        const answer = { json, site: { origin: context.get(requestFacts).secureOrigin } }
        const owner = { adminId: requireStaff(ctx).adminId }
        return { ok: true, value: { owner, answer, userAgent: request.headers.get('user-agent') } }
      },
      done: ({ name }) => redirectWithFlash('/admin/profile', `パスキー「${name}」を登録しました。`),
    }),
  ),
  remove: provenByStaff(
    job(withTool(removePasskey, encryptionOf), {
      read: own,
      done: () => redirectWithFlash('/admin/profile', 'パスキーを削除しました。'),
    }),
  ),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return runJob(changes, ctx, await formOf(args.request), args)
})

/** Codes that are shown once are in the response itself; the browser does not cache it. */
function shown(backupCodes: string[]) {
  const none: Problem | undefined = undefined
  return data({ backupCodes, problem: none })
}

export default function OwnFactorsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, factors, passkeys } = loaderData
  const backupCodes = actionData && 'backupCodes' in actionData ? actionData.backupCodes : null
  const problem = actionData?.problem
  const of = (intent: string, id?: string) =>
    problem?.typed.intent === intent && (id === undefined || problem.typed.id === id) ? problem : undefined
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5">
      <h1 className="text-h2">
        <Head as="span">自分のサインイン設定</Head>
      </h1>
      <p>{name} さんが運営にサインインする際の、パスワード以外の認証方法です。変更すると、メールで通知します。</p>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      {backupCodes ? (
        <>
          <BackupCodes codes={backupCodes} />
          <ButtonLink to="/admin/profile" kind="line" className="justify-self-start">
            控えました
          </ButtonLink>
        </>
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
          <App since={factors.totpSince} />
          <Codes left={factors.backupCodes} problem={of('codes')} />
          <Passkeys passkeys={passkeys} of={of} />
        </div>
      )}
    </div>
  )
}

type PartProps = { id: string; word: string; said: ReactNode; Icon: LucideIcon; children: ReactNode }

/** One factor: its name, its state, and the possible actions. */
const Part = ({ id, word, said, Icon, children }: PartProps) => (
  <section className="card grid grid-cols-1 gap-3 p-5 text-ink" aria-labelledby={id}>
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Icon aria-hidden="true" />
      <h2 id={id} className="text-h4 font-bold">
        {word}
      </h2>
      <span className="ms-auto">{said}</span>
    </div>
    {children}
  </section>
)

const App = ({ since }: { since: Date | null }) => (
  <Part
    id="app-title"
    word="認証アプリ"
    Icon={Smartphone}
    said={since ? <Badge tone="matcha">使用中</Badge> : <Badge>未使用</Badge>}
  >
    <p>
      {since && `${formatDay(jstDateOf(since))}から。`}
      端末を紛失または交換した場合は、運営の他の担当者に「運営の担当者」の画面からリセットを依頼してください。
    </p>
  </Part>
)

function Codes({ left, problem }: { left: number; problem: Problem | undefined }) {
  const busy = useBusy('codes')
  return (
    <Part
      id="codes-title"
      word="予備コード"
      Icon={KeyRound}
      said={<Badge tone={left < 3 ? 'akane' : 'matcha'}>残り{left}個</Badge>}
    >
      <p>スマートフォンが手元にない場合に使用します。再発行すると、以前の予備コードは使用できなくなります。</p>
      <Form method="post" className="grid grid-cols-1 gap-3">
        <input type="hidden" name="intent" value="codes" />
        <StaffProof id="codes-proof" problem={problem} />
        <Button busy={busy} kind={left < 3 ? 'pine' : 'line'}>
          予備コードを再発行
        </Button>
      </Form>
    </Part>
  )
}

type PasskeysProps = Pick<Route.ComponentProps['loaderData'], 'passkeys'> & {
  of: (intent: string, id?: string) => Problem | undefined
}

function Passkeys({ passkeys, of }: PasskeysProps) {
  const adding = useBusy('add')
  const removing = useBusy('remove')
  return (
    <Part
      id="passkeys-title"
      word="パスキー"
      Icon={Fingerprint}
      said={<Badge tone={passkeys.length > 0 ? 'matcha' : 'line'}>{passkeys.length}個</Badge>}
    >
      <p>パスワードの後に、確認コードの代わりに使用できます。指紋や顔、端末の暗証番号で確認します。</p>
      <ul className="grid grid-cols-1">
        {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3">
            <span className="wrap-anywhere">
              <b>{name}</b>
              <br />
              <span className="text-sub text-ink-2">
                {formatDay(jstDateOf(createdAt))}から・
                {lastUsedAt ? `最終使用 ${formatMoment(lastUsedAt)}` : '未使用'}
              </span>
            </span>
            <Form method="post" className="grid grid-cols-1 gap-3">
              <input type="hidden" name="intent" value="remove" />
              <input type="hidden" name="id" value={id} />
              <StaffProof id={`remove-${id}`} problem={of('remove', id)} />
              <Button kind="danger" busy={removing}>
                削除<span className="visually-hidden">：{name}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <Form method="post" className="grid grid-cols-1 gap-3">
        <input type="hidden" name="intent" value="add" />
        <StaffProof id="add-proof" problem={of('add')} />
        <PasskeyPart questionAt="/admin/profile/offer" does="make" kind="pine" busy={adding}>
          この端末でパスキーを作成
        </PasskeyPart>
      </Form>
    </Part>
  )
}

function useBusy(intent: string): boolean {
  const { state, formData } = useNavigation()
  return state !== 'idle' && formData?.get('intent') === intent
}
