import { useId } from 'react'
import { unagreedText } from '#modules/content/consent-rule.ts'
import { NeedWord } from '#ui/field-frame.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { commissionRule, commissionTitle, rateText } from '../commission/commission-labels.ts'

type Props = { commissionBp: number; id: string; error: string | undefined; ticked: string | undefined }

/** The rate to which a farm agrees when it signs up: the number, of what it is, and the checkbox. */
export function CommissionConsent({ commissionBp, id, error, ticked }: Props) {
  const headId = useId()
  return (
    <section aria-labelledby={headId} className="card grid grid-cols-1 gap-3 p-4 text-ink sm:p-5">
      <h2 id={headId} className="text-h3 font-bold">
        {commissionTitle}
      </h2>
      <p className="text-h2 font-bold tabular-nums">
        {rateText(commissionBp)}
        <span className="text-lead font-normal">（商品の税抜の代金に対して）</span>
      </p>
      <p>{commissionRule}</p>
      <p>率を変更するときは、事前にご提案します。同意されるまで、現在の率のままです。</p>
      <Checkbox
        // another rate has a new checkbox, which is not ticked
        key={commissionBp}
        id={id}
        name="commission"
        value={String(commissionBp)}
        defaultChecked={ticked === String(commissionBp)}
        label={
          <span className="flex flex-wrap items-center gap-x-2 font-bold">
            手数料率{rateText(commissionBp)}に同意します
            <NeedWord need="required" />
          </span>
        }
        mustBeTicked={unagreedText.unticked(commissionTitle)}
        error={error}
        className="border-t border-line pt-2 [&_.choice]:min-h-13 [&_.choice]:flex-nowrap [&_.choice]:items-center"
      />
    </section>
  )
}
