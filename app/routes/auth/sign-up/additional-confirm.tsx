import { redirect } from 'react-router'
import { documentKindWord } from '#modules/organisations/documents/document.ts'
import { documentsOfDraft } from '#modules/organisations/documents/keep-document.server.ts'
import { sideWord } from '#modules/organisations/org-ref.ts'
import { placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { readProfile } from '#modules/organisations/sign-up/read-profile.server.ts'
import { reviewOf } from '#modules/organisations/sign-up/summary.ts'
import { documentsFieldId } from '#modules/organisations/ui/document-fields.tsx'
import { profileFieldId } from '#modules/organisations/ui/profile-fields.tsx'
import { SummaryPart, SummaryRows } from '#modules/organisations/ui/summary-slip.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Slip } from '#ui/market.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/additional-confirm.ts'
import { inDraft } from './at-step.server.ts'
import { StepFrame } from './step-frame.tsx'

export const meta = () => ownMeta('登録：内容の確認')

/** What was valid yesterday is validated again: the step is only open to a profile that is valid now. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { draft, side, facts } = await inDraft(ctx, request, 'additionalConfirm')
  const read = readProfile(side, draft.profile)
  if (!read.ok) throw redirect(placeAddress.additionalReg)
  const documents = await documentsOfDraft(ctx, draft.hash)
  return {
    side,
    email: facts.person?.hasEmail ? null : draft.email,
    hasPassword: facts.person === null,
    sections: reviewOf(read.value),
    documents: documents.map(({ id, kind, fileName }) => ({ id, what: documentKindWord[kind], how: fileName })),
  }
})

export default function AdditionalConfirmPage({ loaderData }: Route.ComponentProps) {
  const { side, email, hasPassword, sections, documents } = loaderData
  return (
    <StepFrame step="additionalConfirm" title={<Head as="span">内容を確認してください</Head>}>
      <p>修正する場合は「修正する」を押してください。入力した内容は消えません。</p>
      <Slip className="grid grid-cols-1 gap-6 p-4 sm:p-6">
        <SummaryPart title="種類" change={<Mend to={placeAddress['user-type']} what="種類" />}>
          <SummaryRows rows={[{ what: '登録する方', how: sideWord[side] }]} />
        </SummaryPart>
        {email && (
          <SummaryPart
            title="サインイン"
            change={<Mend to={hasPassword ? placeAddress.signup : placeAddress.additionalReg} what="サインイン" />}
          >
            <SummaryRows
              rows={[
                { what: 'メールアドレス', how: email },
                ...(hasPassword ? [{ what: 'パスワード', how: '入力済み（表示されません）' }] : []),
              ]}
            />
          </SummaryPart>
        )}
        {sections.map(({ title, field, rows }) => (
          <SummaryPart
            key={title}
            title={title}
            change={<Mend to={`${placeAddress.additionalReg}#${profileFieldId(field)}`} what={title} />}
          >
            <SummaryRows rows={rows} />
          </SummaryPart>
        ))}
        <SummaryPart
          title="書類"
          change={<Mend to={`${placeAddress.additionalReg}#${documentsFieldId}`} what="書類" />}
        >
          <ul className="grid grid-cols-1 py-2.5">
            {documents.map(({ id, what, how }) => (
              <li key={id} className="wrap-anywhere">
                <b>{how}</b>（{what}）
              </li>
            ))}
            {documents.length === 0 && <li>まだありません。登録後に送信できます。</li>}
          </ul>
        </SummaryPart>
      </Slip>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={placeAddress.confirm} size="lg" className="grow">
          この内容で進む
        </ButtonLink>
        <ButtonLink to={placeAddress.additionalReg} kind="line" size="lg">
          入力に戻る
        </ButtonLink>
      </div>
    </StepFrame>
  )
}

const Mend = ({ to, what }: { to: string; what: string }) => (
  <ButtonLink kind="text" to={to} aria-label={`${what}を修正する`}>
    修正する
  </ButtonLink>
)
