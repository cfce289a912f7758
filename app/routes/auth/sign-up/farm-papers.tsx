import { Form, useNavigation } from 'react-router'
import type { Side } from '#kernel/enums.ts'
import type { ShownLapsed } from '#modules/organisations/documents/farm-papers.server.ts'
import {
  DocumentFields,
  DocumentList,
  documentsFieldId,
  type ShownDocument,
} from '#modules/organisations/ui/document-fields.tsx'
import { LapsedList } from '#modules/organisations/ui/lapsed-list.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { Head } from '#ui/head.tsx'
import { FieldPanel } from '../field-panel.tsx'

type Props = {
  side: Side
  papers: readonly ShownDocument[]
  lapsed: readonly ShownLapsed[]
  problem: Parameters<typeof useFormCheck>[0]
}

/** The documents of an approved farm: the existing ones with their expiry, and an upload for the next one. */
export function FarmPapers({ side, papers, lapsed, problem }: Props) {
  const busy = useNavigation().formMethod === 'POST'
  const check = useFormCheck(problem, () => documentsFieldId)
  return (
    <FieldPanel wide>
      <h1 className="text-h2 text-pine">
        <Head as="span">農園の書類</Head>
      </h1>
      {lapsed.length > 0 && (
        <section aria-labelledby="lapsed" className="grid grid-cols-1 gap-3">
          <h2 id="lapsed" className="text-h4 font-bold">
            販売停止中の商品
          </h2>
          <LapsedList lapsed={lapsed} />
        </section>
      )}
      {papers.length > 0 && <DocumentList documents={papers} fixed />}
      <Form
        method="post"
        encType="multipart/form-data"
        noValidate
        className="grid grid-cols-1 gap-8"
        onSubmit={check.onSubmit}
      >
        <FormSummary problems={check.problems} refusal={check.refusal} />
        <DocumentFields key={papers.length} side={side} documents={[]} error={problem?.fields.documents} />
        <div className="flex flex-wrap gap-3 border-t border-kraft-line pt-5">
          <Button size="lg" busy={busy}>
            書類を送信する
          </Button>
          <ButtonLink to="/farmer" kind="line" size="lg">
            戻る
          </ButtonLink>
        </div>
      </Form>
    </FieldPanel>
  )
}
