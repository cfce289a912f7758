import { useRef } from 'react'
import { Form, redirect, useNavigation } from 'react-router'
import { findPostalAddress } from '#infra/postal-codes.server.ts'
import type { OrgStatus, Side } from '#kernel/enums.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { ownLapsedGoods, tellOfFarmPaper } from '#modules/organisations/documents/farm-papers.server.ts'
import { paperSaid } from '#modules/organisations/documents/paper-said.ts'
import { sideOf } from '#modules/organisations/org-ref.ts'
import { mendApplication } from '#modules/organisations/sign-up/mend-application.server.ts'
import { myApplication, myProfile, ownOrganisation } from '#modules/organisations/sign-up/my-application.server.ts'
import { placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { typedProfile } from '#modules/organisations/sign-up/profile.ts'
import { readProfile } from '#modules/organisations/sign-up/read-profile.server.ts'
import { reviewOf } from '#modules/organisations/sign-up/summary.ts'
import { DocumentFields, DocumentList } from '#modules/organisations/ui/document-fields.tsx'
import { ProfileFields, profileFieldId } from '#modules/organisations/ui/profile-fields.tsx'
import { SummaryPart, SummaryRows } from '#modules/organisations/ui/summary-slip.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { Head } from '#ui/head.tsx'
import { Slip } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { askedForAddress } from '#web/address-form.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, formOf, typedIn } from '#web/form.ts'
import { guarded } from '#web/guard.server.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { FieldPanel } from '../field-panel.tsx'
import type { Route } from './+types/organisation.ts'
import { keepChosen, removeSubmitted } from './documents.server.ts'
import { FarmPapers } from './farm-papers.tsx'
import { answer } from './step-answer.ts'

export const meta = () => ownMeta('申込内容')
export const middleware = guarded('auth', 'consent')

/**
 * The submitted application. During the review it can be read and documents can be added; sent back, it can be changed.
 * An approved farm submits renewed documents here; a restaurant does so on its own page.
 */
export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { status, documents, version, mayMend, side, reason } = await myApplication(ctx)
  if (!isOpen(side, status)) throw redirect(isStanding(status) ? '/restaurant/Account' : placeAddress.home)
  const today = jstDateOf(ctx.now)
  if (isStanding(status)) {
    const papers = documents.map(({ id, kind, fileName, byteCount, expiresOn, checkedAt }) => ({
      ...{ id, kind, fileName, byteCount },
      said: paperSaid({ expiresOn, checkedAt }, today),
    }))
    return { standing: true as const, side, papers, lapsed: await ownLapsedGoods(ctx) }
  }
  const typed = await myProfile(ctx)
  const read = readProfile(side, typed)
  return {
    standing: false as const,
    side,
    status,
    reason,
    mayMend,
    version,
    typed,
    documents,
    sections: read.ok ? reviewOf(read.value) : [],
  }
})

/** Submits documents, or the whole application again. */
export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  const { side, mayMend, version, status } = await myApplication(ctx)
  if (!isOpen(side, status)) throw redirect(isStanding(status) ? '/restaurant/Account' : placeAddress.home)
  const owner = ownOrganisation(ctx)
  const { files, ip } = context.get(requestFacts)
  const form = await formOf(request)
  const sent = typedIn(form)
  const asked = await askedForAddress(sent, findPostalAddress)
  if (asked) return answer({ typed: asked.typed, finding: asked.finding })
  const typed = { ...typedProfile(sideOf(owner), form), version: sent.version ?? String(version) }
  if (await removeSubmitted(ctx, form, owner)) return answer({ typed: mayMend ? typed : undefined })
  const also = isStanding(status) ? tellOfFarmPaper : undefined
  const refusedFile = await keepChosen(ctx, files, { form, side, owner, ip, also })
  const refuse = (fields: Record<string, string>, summary: string, status: number) =>
    answer({ typed, problem: { fields, summary, typed } }, status)
  if (refusedFile) return refuse({ documents: refusedFile }, fieldsToMend, 422)
  if (isStanding(status))
    return form.getAll('documents').some((file) => file instanceof File && file.size > 0)
      ? redirectWithFlash(placeAddress.mend, '書類を受け付けました。運営が確認し、メールでお知らせします。')
      : refuse({ documents: '写真またはPDFを選択してください。' }, fieldsToMend, 422)
  if (!mayMend) return redirectWithFlash(placeAddress.mend, '書類を受け付けました。')
  const read = readProfile(side, typed)
  if (!read.ok) return refuse(read.fields, fieldsToMend, 422)
  const done = await mendApplication(ctx, { version: Number(typed.version), profile: read.value })
  return done.ok
    ? redirectWithFlash(placeAddress.completed, '修正内容を送信しました。')
    : refuse({}, mendApplication.declaration.refusals.text(done.refusal), 409)
})

export const shouldRevalidate = () => true

const isStanding = (status: OrgStatus) => status === 'approved' || status === 'suspended'
const isOpen = (side: Side, status: OrgStatus) =>
  status === 'submitted' || status === 'returned' || (side === 'farm' && isStanding(status))

export default function OrganisationPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.standing) return <FarmPapers {...loaderData} problem={actionData?.problem} />
  return <ApplicationForm shown={loaderData} actionData={actionData} />
}

type Shown = Extract<Route.ComponentProps['loaderData'], { standing: false }>

function ApplicationForm({ shown, actionData }: { shown: Shown; actionData: Route.ComponentProps['actionData'] }) {
  const { side, reason, mayMend, version, documents, sections } = shown
  const problem = actionData?.problem
  const typed = problem?.typed ?? actionData?.typed ?? shown.typed
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck(problem, profileFieldId)
  const busy = useNavigation().formMethod === 'POST'
  return (
    <FieldPanel wide>
      <h1 className="text-h2 text-pine">
        {mayMend ? <Head as="span">登録内容を修正する</Head> : <Head as="span">申込内容</Head>}
      </h1>
      {reason && (
        <Notice tone="tag">
          <b className="block">修正が必要な項目</b>
          <span className="whitespace-pre-line">{reason}</span>
        </Notice>
      )}
      {!mayMend && (
        <Slip className="grid grid-cols-1 gap-6 p-4 sm:p-6">
          {sections.map(({ title, rows }) => (
            <SummaryPart key={title} title={title}>
              <SummaryRows rows={rows} />
            </SummaryPart>
          ))}
        </Slip>
      )}
      <Form
        ref={form}
        method="post"
        encType="multipart/form-data"
        noValidate
        className="group/profile grid grid-cols-1 gap-8"
        onSubmit={check.onSubmit}
      >
        <FormSummary problems={check.problems} refusal={check.refusal} />
        {problem && Object.keys(problem.fields).length === 0 && <Notice tone="akane">{problem.summary}</Notice>}
        <input type="hidden" name="version" value={typed.version ?? version} />
        {mayMend && (
          <ProfileFields side={side} typed={typed} errors={problem?.fields ?? {}} finding={actionData?.finding} />
        )}
        {documents.length > 0 && !mayMend && <DocumentList documents={documents} fixed />}
        <DocumentFields
          key={documents.length}
          side={side}
          documents={mayMend ? documents : []}
          error={problem?.fields.documents}
        />
        <div className="flex flex-wrap gap-3 border-t border-kraft-line pt-5">
          <Button size="lg" busy={busy}>
            {mayMend ? 'この内容で再送する' : '書類を送信する'}
          </Button>
          <ButtonLink to={side === 'restaurant' ? '/restaurant' : '/farmer'} kind="line" size="lg">
            戻る
          </ButtonLink>
        </div>
      </Form>
    </FieldPanel>
  )
}
