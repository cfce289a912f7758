import { useRef } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { findPostalAddress } from '#infra/postal-codes.server.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { AddressFields } from '#ui/fields/address-fields.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { NameFields } from '#ui/fields/name-fields.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { PhoneField } from '#ui/fields/phone-field.tsx'
import { PhotoField } from '#ui/fields/photo-field.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { WeightField } from '#ui/fields/weight-field.tsx'
import { YenField } from '#ui/fields/yen-field.tsx'
import { DraftOffer, ForgetDraft, useDraft } from '#ui/form-draft.tsx'
import { FormSummary } from '#ui/form-summary.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { useUnsavedWarning } from '#ui/use-unsaved-warning.ts'
import { askedForAddress } from '#web/address-form.ts'
import { formOf, invalid, parseForm, typedIn } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/form.ts'
import { forDevelopers } from './for-developers.server.ts'
import { SampleForm } from './form-schema.server.ts'

export const meta = () => ownMeta('見本の申込書')

export const loader = page(async (ctx, { context }: Route.LoaderArgs) => {
  forDevelopers(ctx, context)
  return null
})

/** Stores nothing: answers with what it has read, to show what the fields send. */
export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  forDevelopers(ctx, context)
  const form = await formOf(request)
  const asked = await askedForAddress(typedIn(form), findPostalAddress)
  if (asked) return data({ ...asked, problem: undefined, read: undefined })
  const parsed = parseForm(SampleForm, form)
  if (!parsed.ok) return invalid(parsed.problem)
  const photos = form.getAll('photos').filter((photo) => photo instanceof File && photo.size > 0).length
  return data({ read: { ...parsed.value, photos }, problem: undefined })
})

const draftName = 'sample-form'
const photoRule = { accept: ['image/*'], kinds: '写真', maxMegabytes: 20, maxFiles: 4 }

/** A long form with every kind of field, written like those of the pages. */
export default function SampleFormPage({ actionData }: Route.ComponentProps) {
  if (actionData && 'read' in actionData && actionData.read) return <WhatCame read={actionData.read} />
  return <Questions answer={actionData} />
}

function Questions({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const form = useRef<HTMLFormElement>(null)
  const problem = answer?.problem
  const asked = answer && 'finding' in answer ? answer : undefined
  const values = problem?.typed ?? asked?.typed
  const errors = problem?.fields
  const idOf = (name: string) => `sample-${name}`
  const check = useFormCheck(problem, idOf)
  const draft = useDraft(draftName, form, { shared: true })
  useUnsavedWarning(form, check.refusal)
  const busy = useNavigation().state !== 'idle'
  const common = (name: string) => ({ id: idOf(name), name, defaultValue: values?.[name], error: errors?.[name] })
  return (
    <main id="main" className="mx-auto grid max-w-[44rem] grid-cols-1 gap-6 px-4 py-8">
      <h1>
        <Head as="span" className="text-h2">
          見本の申込書
        </Head>
      </h1>
      <DraftOffer draft={draft} />
      <Form
        ref={form}
        method="post"
        encType="multipart/form-data"
        noValidate
        onSubmit={check.onSubmit}
        className="grid grid-cols-1 gap-6"
      >
        <FormSummary problems={check.problems} refusal={check.refusal} />
        <NameFields idPrefix="sample" values={values} errors={errors} />
        <AddressFields idPrefix="sample" values={values} errors={errors} finding={asked?.finding} />
        <PhoneField {...common('phone')} label="電話番号" need="required" />
        <EmailField {...common('email')} label="メールアドレス" need="required" />
        <YenField {...common('price')} label="単価" need="required" help="税抜き" min={1} />
        <NumberField {...common('count')} label="数" need="required" min={1} max={9999} suffix="箱" />
        <WeightField {...common('weight')} label="1箱の重さ" need="optional" unit="kg" />
        <DateField {...common('from')} label="はじめる日" need="optional" />
        <PhotoField id="sample-photos" name="photos" label="写真" need="optional" rule={photoRule} />
        <TextArea {...common('note')} label="備考" need="optional" limit={200} />
        <Checkbox
          id="sample-consent"
          name="consent"
          label="読んで、同意します"
          mustBeTicked="読んで、同意してください"
          error={errors?.consent}
        />
        {check.problems.length > 0 && <Notice tone="akane">マークの付いた欄を修正して、もう一度押してください</Notice>}
        <Button size="lg" busy={busy}>
          申しこむ
        </Button>
      </Form>
    </main>
  )
}

function WhatCame({ read }: { read: Record<string, string | number | null | undefined> }) {
  return (
    <main id="main" className="mx-auto grid max-w-[44rem] grid-cols-1 gap-6 px-4 py-8">
      <ForgetDraft name={draftName} shared />
      <h1 className="text-h2">送信済み</h1>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        {Object.entries(read).map(([name, value]) => (
          <div key={name} className="contents">
            <dt lang="en">{name}</dt>
            <dd className="font-bold">{String(value ?? '')}</dd>
          </div>
        ))}
      </dl>
    </main>
  )
}
