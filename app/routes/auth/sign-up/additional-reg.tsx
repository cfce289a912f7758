import { type ReactNode, useEffect, useRef } from 'react'
import { Form, redirect, useLocation, useNavigation } from 'react-router'
import { z } from 'zod'
import { findPostalAddress } from '#infra/postal-codes.server.ts'
import type { Side } from '#kernel/enums.ts'
import { documentsOfDraft } from '#modules/organisations/documents/keep-document.server.ts'
import { AccountEmailIn, saveDraft } from '#modules/organisations/sign-up/draft.server.ts'
import { placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { typedProfile } from '#modules/organisations/sign-up/profile.ts'
import { readProfile } from '#modules/organisations/sign-up/read-profile.server.ts'
import { DocumentFields } from '#modules/organisations/ui/document-fields.tsx'
import { ProfileFields, profileFieldId } from '#modules/organisations/ui/profile-fields.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { focusField } from '#ui/fields/focus-field.ts'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { askedForAddress } from '#web/address-form.ts'
import { fieldsToMend, formOf, typedIn } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { readForm } from '#web/read-form.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/additional-reg.ts'
import { inDraft } from './at-step.server.ts'
import { keepChosen, removeSubmitted } from './documents.server.ts'
import { newSaver, saveRefused, saverIn } from './saver.server.ts'
import { ChangedElsewhere, SaverFields } from './saver-fields.tsx'
import { answer } from './step-answer.ts'
import { StepFrame } from './step-frame.tsx'
import { useAutosave } from './use-autosave.ts'

export const meta = () => ownMeta('登録：飲食店・農園の情報')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { draft, side, facts } = await inDraft(ctx, request, 'additionalReg')
  return {
    side,
    typed: draft.profile,
    documents: await documentsOfDraft(ctx, draft.hash),
    signedIn: facts.person !== null,
    /** null: it is known already. */
    email: facts.person && !facts.person.hasEmail ? (draft.email ?? '') : null,
    saver: newSaver(draft.version),
  }
})

/** Everything is saved first, valid or not, documents included; then it is validated. */
export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  const { draft, side, token, facts } = await inDraft(ctx, request, 'additionalReg')
  const form = await formOf(request)
  const sent = typedIn(form)
  const asked = await askedForAddress(typedProfileWithTown(sent, typedProfile(side, form)), findPostalAddress)
  const profile = asked ? withoutButtons(asked.typed) : typedProfile(side, form)
  const { version, tab } = sent
  const typed = { ...profile, version: version ?? '', tab: tab ?? '', email: sent.email ?? '' }
  const email = facts.person && !facts.person.hasEmail ? readForm(z.object({ email: AccountEmailIn }), form) : null
  const saved = await saveDraft(ctx, { ...saverIn(form), profile, ...(email?.ok && email.value) }, token)
  if (!saved.ok) return saveRefused(saved.refusal, typed)

  const owner = { draftHash: draft.hash }
  if (await removeSubmitted(ctx, form, owner)) return answer({ typed })
  if (asked) return answer({ typed, finding: asked.finding })
  const { files, ip } = context.get(requestFacts)
  const refusedFile = await keepChosen(ctx, files, { form, side, owner, ip })
  const read = readProfile(side, profile)
  const wrongEmail = email && !email.ok && email.problem.fields
  const fields = { ...wrongEmail, ...(!read.ok && read.fields), ...(refusedFile && { documents: refusedFile }) }
  if (Object.keys(fields).length > 0) return answer({ typed, problem: { fields, summary: fieldsToMend, typed } }, 422)
  return redirect(placeAddress.additionalConfirm)
})

/** The two buttons of the address are not fields of the profile, and are handled along with it. */
const typedProfileWithTown = (sent: Record<string, string>, profile: Record<string, string>) => ({
  ...profile,
  ...('find-address' in sent && { 'find-address': sent['find-address'] ?? '' }),
  ...('choose-town' in sent && { 'choose-town': sent['choose-town'] ?? '' }),
})

const withoutButtons = ({ 'find-address': _, 'choose-town': __, ...profile }: Record<string, string>) => profile

/** Documents are added and removed with a refused form, too. */
export const shouldRevalidate = () => true

const titles: Record<Side, ReactNode> = {
  restaurant: <Head as="span">飲食店の情報を入力してください</Head>,
  farm: <Head as="span">農園の情報を入力してください</Head>,
}

export default function AdditionalRegPage({ loaderData, actionData }: Route.ComponentProps) {
  const { side, documents, signedIn, email, saver } = loaderData
  const problem = actionData?.problem
  const conflict = actionData?.conflict ?? false
  const typed = problem?.typed ?? actionData?.typed ?? loaderData.typed
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck(conflict ? undefined : problem, profileFieldId)
  const autosave = useAutosave(form, '/auth/signup/draft')
  const busy = useNavigation().formMethod === 'POST'
  const { hash } = useLocation()
  useEffect(() => {
    if (hash.startsWith(`#${profileFieldId('')}`)) focusField(hash.slice(1))
  }, [hash])
  const behind = conflict ? problem?.summary : undefined

  return (
    <StepFrame step="additionalReg" title={titles[side]}>
      <Form
        ref={form}
        method="post"
        encType="multipart/form-data"
        noValidate
        className="group/profile grid grid-cols-1 gap-8"
        onSubmit={(event) => {
          check.onSubmit(event)
          if (!event.defaultPrevented) autosave.submitted()
        }}
      >
        <SaverFields saver={saver} typed={problem?.typed} />
        {(behind || autosave.state === 'conflict') && (
          <ChangedElsewhere
            sentence={behind ?? '別の画面で変更されました。下のボタンで新しい内容を開いてから、修正してください。'}
            to={placeAddress.additionalReg}
          />
        )}
        <FormSummary problems={check.problems} refusal={check.refusal} />
        {email !== null && (
          <EmailField
            id={profileFieldId('email')}
            name="email"
            label="メールアドレス"
            need="required"
            help="確認メールと注文のお知らせを送信します。現在受信できるアドレスを入力してください"
            maxLength={254}
            defaultValue={typed.email ?? email}
            error={problem?.fields.email}
          />
        )}
        <ProfileFields side={side} typed={typed} errors={problem?.fields ?? {}} finding={actionData?.finding} />
        <DocumentFields key={documents.length} side={side} documents={documents} error={problem?.fields.documents} />
        <div className="grid grid-cols-1 gap-3 border-t border-kraft-line pt-5">
          <Button size="lg" busy={busy}>
            内容の確認へ進む
          </Button>
          <p role="status" className="text-sub text-ink-2">
            {autosave.state === 'saved' ? '入力内容を保存しました。' : '入力内容は自動で保存されます。'}
          </p>
          {!signedIn && (
            <ButtonLink kind="text" to={placeAddress.signup} className="justify-self-start">
              メールアドレスに戻る
            </ButtonLink>
          )}
        </div>
      </Form>
      {side === 'farm' && (
        <p className="text-sub">
          入力が難しい場合は、
          <Link to="/restaurant/Inquiry?kind=signup" className="prose-link font-bold">
            電話で登録を依頼する
          </Link>
          こともできます。
        </p>
      )}
    </StepFrame>
  )
}
