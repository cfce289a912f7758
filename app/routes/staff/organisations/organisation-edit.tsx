import { data, Form } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { findPostalAddress } from '#infra/postal-codes.server.ts'
import { goodsKinds } from '#kernel/enums.ts'
import { ReauthRequired } from '#kernel/errors.ts'
import { prefectures } from '#kernel/place.ts'
import { prefectureName } from '#modules/admin/organisations/organisation-csv.ts'
import { organisationApplication } from '#modules/admin/organisations/organisation-detail.server.ts'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import {
  type AccountField,
  type AccountValues,
  accountFields,
  type Difference,
  differences,
  fieldsOf,
  goodsIn,
} from '#modules/organisations/account/account-fields.ts'
import { accountValues, editAccount } from '#modules/organisations/account/edit-account.server.ts'
import { goodsKindWord } from '#modules/organisations/approval/requirements.ts'
import { type OrgRef, orgText } from '#modules/organisations/org-ref.ts'
import { organisationRefusalText } from '#modules/organisations/refusal-text.ts'
import { listOf } from '#modules/organisations/sign-up/profile.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, invalid, type Problem, refused, shownAgain } from '#web/form.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { revalidateOvertaken } from '#web/overtaken.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { askedForProof } from '#web/prove-again.server.ts'
import { readForm } from '#web/read-form.server.ts'
import { requireStaffFor } from '../require-staff.server.ts'
import { provenByStaff } from '../staff-proof.server.ts'
import type { Route } from './+types/organisation-edit.ts'
import { ModalPage } from './modal-page.tsx'
import { orgIn } from './org-of-address.server.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => ownMeta(`${loaderData?.name ?? '会員'}を編集（管理）`)

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaffFor(ctx, 'members.decide')
  const application = await organisationApplication(ctx, orgIn(params), findPostalAddress)
  return {
    ref: params.ref,
    side: application.applicant.side,
    name: application.applicant.name,
    version: application.version,
    values: accountValues(application),
    key: crypto.randomUUID(),
  }
})

const change = {
  back: async (_: Ctx, form: FormData) => ({ typed: shownAgain(form) }),
  compare: async (ctx: Ctx, form: FormData, { params }: Route.ActionArgs) => {
    const read = readForm(z.object(editAccount.declaration.input), form)
    if (!read.ok) return invalid(read.problem)
    const comparing = await compared(ctx, orgIn(params), read.value)
    return comparing.changes.length === 0 ? refused(organisationRefusalText.nothing_changed, form) : { comparing }
  },
  save: provenByStaff(
    job(editAccount, {
      done: ({ name, changed }, { org }) =>
        redirectWithFlash(`/admin/users/${orgText(org)}`, `${name}の${changed}か所を修正しました。`),
    }),
  ),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaffFor(ctx, 'members.decide')
  const org = orgIn(args.params)
  const form = await formOf(args.request)
  form.set('org', orgText(org))
  const read = readForm(z.object(editAccount.declaration.input), form)
  const answer = await runJob(change, ctx, form, args).catch((error: unknown) => {
    if (error instanceof ReauthRequired) return askedForProof(ctx.actor, form)
    throw error
  })
  if (!read.ok || answer instanceof Response || !('data' in answer)) return answer
  const { problem } = answer.data
  // the comparison stays on the screen while it can still be saved
  const saveable = problem.fields.currentPassword || problem.summary === organisationRefusalText.changed_meanwhile
  return saveable
    ? data({ comparing: await compared(ctx, org, read.value), problem }, answer.init ?? undefined)
    : answer
})

async function compared(ctx: Ctx, org: OrgRef, { reason, ...values }: AccountValues & { reason: string }) {
  return { changes: await changesBy(ctx, org, values), values, reason }
}

/** The differences to the current values. */
async function changesBy(ctx: Ctx, org: OrgRef, values: AccountValues): Promise<Difference[]> {
  const application = await organisationApplication(ctx, org, findPostalAddress)
  return differences(application.applicant.side, accountValues(application), values)
}

/** After a concurrent change the comparison is with the current state. */
export const shouldRevalidate = revalidateOvertaken

export default function OrganisationEditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { ref, side, name, version, values, key } = loaderData
  const comparing = actionData && 'comparing' in actionData ? actionData.comparing : null
  const problem = actionData && 'problem' in actionData ? actionData.problem : null
  const typed = problem?.typed ?? (actionData && 'typed' in actionData ? actionData.typed : {})
  return (
    <ModalPage
      title={`${name}を編集`}
      consequence="修正箇所と理由は、担当者名とともに記録されます。メールアドレスの変更は、アカウントの画面で依頼してください。"
      back={`/admin/users/${ref}`}
    >
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      {comparing ? (
        <Compare {...comparing} formKey={key} version={version} problem={problem ?? undefined} />
      ) : (
        <EditForm
          fields={fieldsOf(side)}
          values={values}
          typed={typed ?? {}}
          errors={problem?.fields ?? {}}
          formKey={key}
          version={version}
        />
      )}
    </ModalPage>
  )
}

type EditFormProps = {
  fields: readonly AccountField[]
  values: AccountValues
  typed: Record<string, string>
  errors: Record<string, string>
  formKey: string
  version: number
}

function EditForm({ fields, values, typed, errors, formKey: key, version }: EditFormProps) {
  return (
    <Form method="post" className="grid grid-cols-1 gap-4">
      <input type="hidden" name="intent" value="compare" />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="version" value={version} />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3">
        {fields.map((field) =>
          field === 'prefectureCode' ? (
            <SelectField
              key={field}
              id="edit-prefectureCode"
              label={accountFields[field]}
              name={field}
              defaultValue={typed[field] ?? values[field]}
              error={errors[field]}
            >
              <option value="">選択</option>
              {prefectures.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
          ) : field === 'goodsKinds' ? null : (
            <TextField
              key={field}
              id={`edit-${field}`}
              label={accountFields[field]}
              name={field}
              defaultValue={typed[field] ?? values[field]}
              error={errors[field]}
              autoComplete="off"
            />
          ),
        )}
      </div>
      {fields.includes('goodsKinds') && (
        <CheckboxGroup
          id="edit-goodsKinds"
          legend={accountFields.goodsKinds}
          name="goodsKinds"
          choices={goodsKinds.map((kind) => ({ value: kind, label: goodsKindWord[kind] }))}
          // a form that was sent with no box ticked says nothing about them
          defaultValues={typed.intent === undefined ? values.goodsKinds : listOf(typed.goodsKinds ?? '')}
          error={errors.goodsKinds}
        />
      )}
      <TextField
        id="edit-reason"
        label="修正の理由"
        need="required"
        name="reason"
        defaultValue={typed.reason}
        error={errors.reason}
        autoComplete="off"
      />
      <Button className="justify-self-start">変更内容を確認</Button>
    </Form>
  )
}

const fieldsOfBoth = [...new Set([...fieldsOf('farm'), ...fieldsOf('restaurant')])]

function shownValue(field: AccountField, text: string): string {
  if (field === 'prefectureCode') return prefectureName(text)
  if (field === 'goodsKinds')
    return goodsIn(text)
      .map((kind) => goodsKindWord[kind])
      .join('、')
  return text
}

type CompareProps = {
  changes: readonly Difference[]
  values: AccountValues
  reason: string
  formKey: string
  version: number
  problem: Problem | undefined
}

/** The preview of the changes. */
function Compare({ changes, values, reason, formKey: key, version, problem }: CompareProps) {
  const shown = (field: AccountField, text: string) => shownValue(field, text) || '（なし）'
  return (
    <Form method="post" className="grid grid-cols-1 gap-4">
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="reason" value={reason} />
      {fieldsOfBoth.map((field) =>
        [values[field]]
          .flat()
          .map((value) => <input key={`${field} ${value}`} type="hidden" name={field} value={value} />),
      )}
      <dl className="grid grid-cols-1 gap-2">
        {changes.map(({ field, from, to }) => (
          <div key={field} className="rounded-control border border-line p-3">
            <dt className="text-sub text-ink-2">{accountFields[field]}</dt>
            <dd className="wrap-anywhere">
              <del className="text-akane">{shown(field, from)}</del>
              <span className="px-2" aria-hidden="true">
                →
              </span>
              <ins className="font-bold text-matcha no-underline">{shown(field, to)}</ins>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        理由：<span className="whitespace-pre-line">{reason}</span>
      </p>
      <StaffProof id="edit-proof" problem={problem} />
      <p className="flex flex-wrap gap-3">
        <Button name="intent" value="save">
          {changes.length}か所を保存する
        </Button>
        <Button kind="line" name="intent" value="back">
          戻って修正
        </Button>
      </p>
    </Form>
  )
}
