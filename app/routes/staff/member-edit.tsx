import { data, Form } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { findPostalAddress } from '#infra/postal-codes.server.ts'
import { goodsKinds } from '#kernel/enums.ts'
import { ReauthRequired } from '#kernel/errors.ts'
import { readInvoiceNumber } from '#kernel/invoice-number.ts'
import { kanaRefusalText, readKana } from '#kernel/kana.ts'
import { parsePrefCode, prefectures } from '#kernel/place.ts'
import { postalCodeRefusalText, readPostalCode } from '#kernel/postal-code.ts'
import { prefectureName } from '#modules/admin/members/member-csv.ts'
import { memberApplication } from '#modules/admin/members/member-detail.server.ts'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import {
  type AccountField,
  type AccountValues,
  accountFields,
  type Difference,
  differences,
  fieldsOf,
  goodsIn,
  goodsText,
} from '#modules/organisations/account/account-fields.ts'
import { accountValues, editAccount } from '#modules/organisations/account/edit-account.server.ts'
import { goodsKindWord } from '#modules/organisations/approval/requirements.ts'
import type { OrgRef } from '#modules/organisations/org-ref.ts'
import { organisationRefusalText } from '#modules/organisations/refusal-text.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formKey, formOf, invalid, nameWords, type Problem, parseForm, refused, typedIn, words } from '#web/form.ts'
import { revalidateOvertaken } from '#web/overtaken.ts'
import { page, pageAction } from '#web/page.server.ts'
import { askedForProof } from '#web/prove-again.server.ts'
import type { Route } from './+types/member-edit.ts'
import { orgIn } from './member-org.server.ts'
import { ModalPage } from './modal-page.tsx'
import { requireStaff } from './require-staff.server.ts'
import { withStaffProof } from './staff-proof.server.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.name ?? '会員'}を編集（管理）｜畝と皿` },
]

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const application = await memberApplication(ctx, orgIn(params), findPostalAddress)
  return {
    ref: params.ref,
    side: application.applicant.side,
    name: application.applicant.name,
    version: application.version,
    values: accountValues(application),
    key: crypto.randomUUID(),
  }
})

const line = nameWords(120)
const kana = line.transform((text, to) => {
  if (text === '') return text
  const read = readKana(text)
  if (read.ok) return read.value
  to.addIssue({ code: 'custom', message: kanaRefusalText(read.refusal) })
  return z.NEVER
})
const Edit = z.object({
  step: z.enum(['compare', 'save']),
  key: formKey(),
  version: z.coerce.number().int().positive(),
  reason: words(2_000).min(1, '理由を書いてください。記録に残ります。'),
  name: line.min(1, '店名・農園名を入力してください。'),
  kana: kana.refine((text) => text !== '', 'フリガナを入力してください。'),
  legalName: line,
  representative: line.min(1, '代表者を入力してください。'),
  representativeKana: kana,
  personName: line.min(1, '氏名を入力してください。'),
  personKana: kana,
  phone: words(20).regex(/^[0-9０-９()\-－ー\s]*$/, '電話番号を数字で入力してください。'),
  registrationNumber: words(30).transform((text, to) => {
    if (text === '') return text
    const read = readInvoiceNumber(text)
    if (read.ok) return read.value
    to.addIssue({ code: 'custom', message: 'Tと13けたの数字で入力してください。' })
    return z.NEVER
  }),
  postalCode: words(12).transform((text, to) => {
    const read = readPostalCode(text)
    if (read.ok) return read.value
    to.addIssue({ code: 'custom', message: postalCodeRefusalText(read.refusal) })
    return z.NEVER
  }),
  prefectureCode: z.string().refine((code) => parsePrefCode(code) !== null, '都道府県をえらんでください。'),
  city: line.min(1, '市区町村を入力してください。'),
  street: line.min(1, '町名・番地を入力してください。'),
  building: line,
  businessType: line.default(''),
  goodsKinds: z
    .string()
    .transform((text) => goodsText(text.split(' ')))
    .default(''),
})

export const action = pageAction(async (ctx, { request, params, context }: Route.ActionArgs) => {
  requireStaff(ctx)
  const org = orgIn(params)
  const form = await formOf(request)
  // several checkboxes of one name are sent on as one text
  form.set('goodsKinds', form.getAll('goodsKinds').join(' '))
  if (form.get('step') === 'back') return { typed: typedIn(form) }
  const read = parseForm(Edit, form)
  if (!read.ok) return invalid(read.problem)
  const { step, key, version, reason, ...values } = read.value
  const compared = async () => ({ changes: await changesBy(ctx, org, values), values, reason })
  if (step === 'compare') {
    const comparing = await compared()
    if (comparing.changes.length === 0) return refused(organisationRefusalText.nothing_changed, form)
    return { comparing }
  }
  const save = withStaffProof(ctx, context, form, async (ctx) => {
    const result = await editAccount(ctx, { key, org, version, values, reason })
    if (!result.ok) return refused(organisationRefusalText[result.refusal], form)
    return redirectWithFlash(
      `/admin/users/${params.ref}`,
      `${result.value.name}の${result.value.changed}か所を直しました。`,
    )
  })
  const answer = await save.catch((error: unknown) => {
    if (error instanceof ReauthRequired) return askedForProof(ctx.actor, form)
    throw error
  })
  if (answer instanceof Response) return answer
  const { problem } = answer.data
  // the comparison stays on the screen while it can still be saved
  const saveable = problem.fields.currentPassword || problem.summary === organisationRefusalText.changed_meanwhile
  return saveable ? data({ comparing: await compared(), problem }, answer.init ?? undefined) : answer
})

/** The differences to the current values. */
async function changesBy(ctx: Ctx, org: OrgRef, values: AccountValues): Promise<Difference[]> {
  const application = await memberApplication(ctx, org, findPostalAddress)
  return differences(application.applicant.side, accountValues(application), values)
}

/** After a concurrent change the comparison is with the current state. */
export const shouldRevalidate = revalidateOvertaken

export default function MemberEditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { ref, side, name, version, values, key } = loaderData
  const comparing = actionData && 'comparing' in actionData ? actionData.comparing : null
  const problem = actionData && 'problem' in actionData ? actionData.problem : null
  const typed = problem?.typed ?? (actionData && 'typed' in actionData ? actionData.typed : {})
  return (
    <ModalPage
      title={`${name}を編集`}
      consequence="直したところと理由は、だれが直したかとともに記録に残ります。メールアドレスは、アカウントの画面で変更を依頼します。"
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
      <input type="hidden" name="step" value="compare" />
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
              <option value="">えらぶ</option>
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
          defaultValues={goodsIn(typed.goodsKinds ?? values.goodsKinds)}
          error={errors.goodsKinds}
        />
      )}
      <TextField
        id="edit-reason"
        label="直す理由"
        need="required"
        name="reason"
        defaultValue={typed.reason}
        error={errors.reason}
        autoComplete="off"
      />
      <Button className="justify-self-start">ちがいを見る</Button>
    </Form>
  )
}

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
      {Object.entries(values).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
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
        <Button name="step" value="save">
          {changes.length}か所を保存する
        </Button>
        <Button kind="line" name="step" value="back">
          もどって直す
        </Button>
      </p>
    </Form>
  )
}
