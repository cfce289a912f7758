import { CircleUser, Columns2, Pencil, X } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Form, useLocation } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { findPostalAddress } from '#infra/postal-codes.server.ts'
import { formatMoment } from '#kernel/format.ts'
import { closeOrganisation } from '#modules/admin/organisations/close-organisation.server.ts'
import { prefectureName } from '#modules/admin/organisations/organisation-csv.ts'
import { organisationApplication } from '#modules/admin/organisations/organisation-detail.server.ts'
import { nextWaiting } from '#modules/admin/organisations/organisation-list.server.ts'
import { setHub } from '#modules/admin/organisations/set-hub.server.ts'
import { useKeys } from '#modules/admin/ui/organisation-keys.ts'
import { decideApplication } from '#modules/organisations/approval/decide-application.server.ts'
import { goodsKindWord, goodsWithPapers } from '#modules/organisations/approval/requirements.ts'
import {
  checkDocument,
  noteOrganisation,
  recordPhoneCheck,
  recordScreening,
} from '#modules/organisations/approval/staff-steps.server.ts'
import { isReplaced } from '#modules/organisations/documents/document.ts'
import { type OrgRef, orgText } from '#modules/organisations/org-ref.ts'
import { CheckList } from '#modules/organisations/ui/check-list.tsx'
import { DecisionForm } from '#modules/organisations/ui/decision-form.tsx'
import { OrgStatusBadge, SideBadge } from '#modules/organisations/ui/org-badges.tsx'
import { PaperView } from '#modules/organisations/ui/paper-view.tsx'
import { PermitForm } from '#modules/organisations/ui/permit-form.tsx'
import { ScreeningForm } from '#modules/organisations/ui/screening-form.tsx'
import { StandingForm } from '#modules/organisations/ui/standing-form.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea } from '#ui/field.tsx'
import { IconLink } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf } from '#web/form.ts'
import { job, runJob, withTool } from '#web/jobs.server.ts'
import { revalidateOvertaken, useStoredKey } from '#web/overtaken.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import { provenByStaff } from '../staff-proof.server.ts'
import type { Route } from './+types/organisation.ts'
import { HubForm } from './hub-form.tsx'
import { orgIn } from './org-of-address.server.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  ownMeta(`${loaderData?.application.applicant.name ?? '会員'}（管理）`)

const PapersDialog = lazy(() => import('#modules/organisations/ui/papers-dialog.tsx'))

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const application = await organisationApplication(ctx, orgIn(params), findPostalAddress)
  const newKey = () => crypto.randomUUID()
  const next = application.status === 'submitted' ? null : await nextWaiting(ctx, application.org)
  return {
    application,
    ref: params.ref,
    next: next && orgText(next),
    keys: { decide: newKey(), note: newKey(), phone: newKey(), screen: newKey(), check: newKey(), hub: newKey() },
  }
})

const org = ({ params }: Route.ActionArgs) => ({ org: params.ref })
const atReason = { at: ({ refusal }: { refusal: string }) => (refusal === 'reason_missing' ? 'reason' : undefined) }

/** The address of a member's panel, with the list that it stands beside. */
function panel(ref: OrgRef, { request }: Route.ActionArgs): string {
  const { search } = new URL(request.url)
  return `/admin/users/${orgText(ref)}${search.replace(/([?&])_routes=[^&]*&?/, '$1').replace(/[?&]$/, '')}`
}

const saved = (message: string) => ({
  fields: org,
  done: (_: unknown, given: { org: OrgRef }, __: Ctx, args: Route.ActionArgs) =>
    redirectWithFlash(panel(given.org, args), message),
})

const changes = {
  decide: provenByStaff(
    job(
      withTool(decideApplication, (_: Route.ActionArgs) => ({ findPostal: findPostalAddress })),
      {
        ...atReason,
        fields: org,
        // never another applicant: a second press on the same place would decide about them
        done: ({ from, to, name }, { org }, _, args) => {
          const said = to === 'approved' && from !== 'submitted' ? '停止を解除し、メールで通知しました。' : decided[to]
          return redirectWithFlash(panel(org, args), `${name}：${said}`)
        },
      },
    ),
  ),
  close: provenByStaff(job(closeOrganisation, { ...saved('退会にしました。'), ...atReason })),
  hub: provenByStaff(
    job(setHub, {
      fields: (args: Route.ActionArgs) => {
        const ref = orgIn(args.params)
        return { farmId: 'farmId' in ref ? ref.farmId : '' }
      },
      done: (_, { farmId }, __, args) => redirectWithFlash(panel({ farmId }, args), '事業者の種類を変更しました。'),
    }),
  ),
  note: job(noteOrganisation, saved('メモを保存しました。')),
  screen: job(recordScreening, {
    ...saved('反社会的勢力の照会結果を記録しました。'),
    at: ({ refusal }) => (refusal === 'checked_in_future' ? 'checkedOn' : undefined),
  }),
  phone: job(recordPhoneCheck, saved('電話で確認したことを記録しました。')),
  check: job(checkDocument, {
    ...saved('書類を確認済みにしました。'),
    at: ({ refusal }) => (refusal === 'expires_before_issued' ? 'expiresOn' : undefined),
  }),
}

const decided = {
  approved: '承認し、メールで通知しました。',
  returned: '差し戻し、理由をメールで通知しました。',
  rejected: '却下し、理由をメールで通知しました。',
  suspended: '停止し、理由をメールで通知しました。',
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  orgIn(args.params)
  return runJob(changes, ctx, await formOf(args.request), args)
})

/** After a concurrent change the current state is shown. */
export const shouldRevalidate = revalidateOvertaken

export default function OrganisationPanel({ loaderData, actionData }: Route.ComponentProps) {
  const { application, ref, next, keys } = loaderData
  const { search } = useLocation()
  const { applicant, status, checks, today } = application
  const problem = actionData?.problem
  // what was replaced is listed after what counts, and needs no check
  const standing = application.documents.filter((it) => !isReplaced(it, application.documents))
  const unchecked = status === 'submitted' ? standing.find((it) => it.checkedAt === null) : undefined
  const screening = checks.find(({ key }) => key === 'screening')
  const documents = [...standing, ...application.documents.filter((it) => !standing.includes(it))]
  const [desk, setDesk] = useState(false)
  const noteKey = useStoredKey(`note ${keys.note}`, problem !== undefined)
  useDecisionKeys()
  return (
    <aside
      key={ref}
      aria-label={`${applicant.name}の確認`}
      className="grid grid-cols-1 content-start gap-4 border-line bg-surface p-4 pb-0 max-xl:rounded-card max-xl:border xl:sticky xl:top-0 xl:-my-6 xl:-me-6 xl:h-dvh xl:overflow-y-auto xl:border-s"
    >
      <div className="grid grid-cols-1 gap-1">
        <div className="flex items-center gap-2">
          <SideBadge side={applicant.side} />
          <OrgStatusBadge status={status} />
          <IconLink to={`/admin/users${search}`} className="ms-auto" label="閉じる">
            <X aria-hidden="true" />
          </IconLink>
        </div>
        <h2 className="text-h3 font-bold">{applicant.name}</h2>
        <p className="text-sub text-ink-2">
          {applicant.personName}
          {applicant.personKana && `（${applicant.personKana}）`}・{prefectureName(applicant.prefectureCode)}{' '}
          {applicant.city}
        </p>
        <p className="flex flex-wrap gap-2 pt-1">
          <ButtonLink kind="line" to={`/admin/users/${ref}/account${search}`}>
            <CircleUser aria-hidden="true" />
            すべて見る
          </ButtonLink>
          {'restaurantId' in application.org && (
            <ButtonLink kind="line" to={`/admin/billing/credit?of=${application.org.restaurantId}`}>
              掛け払い
            </ButtonLink>
          )}
          <May to="members.decide">
            <ButtonLink kind="line" to={`/admin/users/${ref}/edit${search}`}>
              <Pencil aria-hidden="true" />
              編集
            </ButtonLink>
          </May>
        </p>
      </div>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      {application.statusReason && (
        <Notice tone="tag">
          <span className="whitespace-pre-line">{application.statusReason}</span>
        </Notice>
      )}
      <section aria-label="書類" className="grid grid-cols-1 gap-2">
        {documents.length === 0 ? (
          <p className="text-ink-2">書類はありません。</p>
        ) : (
          <>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-2">
              {documents.map((document) => (
                <li key={document.id} className="grid grid-cols-1">
                  <PaperView document={document} today={today} replaced={isReplaced(document, documents)} />
                </li>
              ))}
            </ul>
            <Button type="button" kind="text" className="justify-self-start" onClick={() => setDesk(true)}>
              <Columns2 aria-hidden="true" />
              拡大して並べる
            </Button>
            <May to="members.review">
              {standing.map((document) => (
                <PermitForm
                  key={`${document.id} ${document.checkedAt}`}
                  document={document}
                  goods={goodsWithPapers(applicant.goodsKinds)}
                  formKey={keys.check}
                  problem={problem?.typed.id === document.id ? problem : undefined}
                  open={document === unchecked}
                />
              ))}
            </May>
          </>
        )}
      </section>
      <Said application={application} />
      <section aria-label="確認一覧">
        <CheckList
          checks={checks}
          action={({ key }) => (
            <CheckAction
              name={key}
              applicant={applicant}
              farmId={'farmId' in application.org ? application.org.farmId : null}
              editTo={`/admin/users/${ref}/edit${search}`}
              phoneKey={keys.phone}
            />
          )}
        />
      </section>
      <May to="members.decide" told>
        <ScreeningForm
          key={screening?.said}
          formKey={keys.screen}
          today={today}
          problem={problem?.typed.intent === 'screen' ? problem : undefined}
          open={status === 'submitted' && screening?.state === 'look'}
        />
        <Disclosure summary="内部メモを入力" key={noteKey} open={problem?.typed.intent === 'note' || undefined}>
          <Form method="post" className="grid grid-cols-1 gap-2">
            <input type="hidden" name="intent" value="note" />
            <input type="hidden" name="key" value={keys.note} />
            <TextArea
              label="運営のみに表示されるメモ"
              name="text"
              rows={3}
              limit={2_000}
              defaultValue={problem?.typed.text}
              error={problem?.fields.text}
            />
            <Button kind="line" className="justify-self-start">
              メモを保存
            </Button>
          </Form>
        </Disclosure>
        {application.isHub !== null && status === 'approved' && (
          <HubForm
            isHub={application.isHub}
            formKey={keys.hub}
            problem={problem?.typed.intent === 'hub' ? problem : undefined}
          />
        )}
        {status === 'submitted' ? (
          <DecisionForm
            key={ref}
            name={applicant.name}
            formKey={keys.decide}
            version={application.version}
            checks={checks}
            problem={problem}
          />
        ) : (
          <>
            {next && (
              <ButtonLink kind="line" to={`/admin/users/${next}${search}`} className="justify-self-start">
                次の承認待ちを開く
              </ButtonLink>
            )}
            <StandingForm
              key={`${ref} ${application.version}`}
              status={status}
              formKey={keys.decide}
              version={application.version}
              problem={problem}
            />
          </>
        )}
      </May>
      {desk && (
        <Suspense>
          <PapersDialog name={applicant.name} documents={documents} today={today} onClose={() => setDesk(false)} />
        </Suspense>
      )}
    </aside>
  )
}

type Application = Route.ComponentProps['loaderData']['application']

/** The organisation's own statements that no check covers. */
function Said({ application }: { application: Application }) {
  const { applicant, kana, businessType, submittedAt } = application
  const facts = [
    ['フリガナ', kana],
    ['区分', applicant.partyType === 'corporation' ? '法人' : '個人事業主'],
    ['名義', applicant.legalName],
    ['代表者', applicant.representative],
    ['業態', businessType ?? ''],
    ['販売品目', applicant.goodsKinds.map((kind) => goodsKindWord[kind]).join('、')],
    [
      '住所',
      `${prefectureName(applicant.prefectureCode)}${applicant.city}${applicant.street} ${applicant.building}`.trim(),
    ],
    ['電話', applicant.phone],
    ['申し込み', submittedAt ? formatMoment(submittedAt) : '未申し込み'],
  ] as const
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sub">
      {facts.map(([what, how]) =>
        how === '' ? null : (
          <div key={what} className="contents">
            <dt className="text-ink-2">{what}</dt>
            <dd className="wrap-anywhere">{how}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

type CheckActionProps = {
  name: string
  applicant: Application['applicant']
  farmId: string | null
  editTo: string
  phoneKey: string
}

/** Where to look, or what to do, about one check. */
function CheckAction({ name, applicant, farmId, editTo, phoneKey }: CheckActionProps) {
  const appearance = 'inline-flex min-h-11 items-center px-1 text-sub font-bold text-ai underline'
  if (name === 'registration')
    return (
      <>
        {applicant.registrationNumber && (
          <a
            href={`https://www.invoice-kohyo.nta.go.jp/regno-search/detail?selRegNo=${encodeURIComponent(applicant.registrationNumber.slice(1))}`}
            target="_blank"
            rel="noreferrer"
            className={appearance}
          >
            公表サイト
          </a>
        )}
        {farmId && (
          <Link to={`/admin/registration/${farmId}`} className={appearance}>
            登録の履歴
          </Link>
        )}
      </>
    )
  if (name === 'address')
    return (
      <a
        href={`https://maps.gsi.go.jp/?q=${encodeURIComponent(`${prefectureName(applicant.prefectureCode)}${applicant.city}${applicant.street}`)}`}
        target="_blank"
        rel="noreferrer"
        className={appearance}
      >
        地図
      </a>
    )
  if (name === 'phone')
    return (
      <May to="members.review">
        <Form method="post">
          <input type="hidden" name="intent" value="phone" />
          <input type="hidden" name="key" value={phoneKey} />
          <button type="submit" className={appearance}>
            確認した
          </button>
        </Form>
      </May>
    )
  if (name === 'name')
    return (
      <May to="members.decide">
        <Link to={editTo} className={appearance}>
          修正
        </Link>
      </May>
    )
  return null
}

/** A approves, like the button; R focuses the text of the reason. */
function useDecisionKeys() {
  const keys = useMemo(
    () => ({
      a: () => document.querySelector<HTMLElement>('[data-approve]')?.click(),
      r: () => document.getElementById('decision-reason')?.focus(),
    }),
    [],
  )
  useKeys(keys)
}
