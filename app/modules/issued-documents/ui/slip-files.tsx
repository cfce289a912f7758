import { FileDown } from 'lucide-react'
import { Form } from 'react-router'
import { formatDay } from '#kernel/format.ts'
import { Button } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import type { SlipOfOrder, SlipPaper } from '../delivery-slip.server.ts'
import { slipPartWords } from '../slip-part-words.ts'

type SlipFilesProps = {
  slips: readonly SlipOfOrder[]
  /** The key of the form with which the farm issues one. */
  toIssue?: string | null
  /** It is that of a part which has just left. */
  ofPart?: boolean
}

/** The delivery slips of an order with their files: one, or one for each part of a divided order. */
export default function SlipFiles({ slips, toIssue = null, ofPart = false }: SlipFilesProps) {
  if (slips.length === 0 && toIssue === null) return null
  const again = slips.length > 0 && !ofPart
  return (
    <section id="slip" aria-labelledby="slip-head" className="card grid grid-cols-1 gap-3 p-4 print:hidden">
      <h2 id="slip-head" className="text-h4">
        <Head as="span">納品書</Head>
      </h2>
      {slips.map((slip) => (
        <p key={slip.id} className="flex flex-wrap items-center gap-3">
          <PartOfSlip slip={slip} />
          <span className="tabular-nums">{slip.number}</span>
          <SlipLinks slip={slip} />
        </p>
      ))}
      {toIssue !== null && (
        <Form method="post" className="grid grid-cols-1 gap-2">
          <input type="hidden" name="intent" value="slip" />
          <input type="hidden" name="key" value={toIssue} />
          <p className="text-sub text-ink-2">
            {again
              ? '箱詰めの内容を変更した場合は、発行し直してください。新しい番号の納品書に置き換わります。'
              : ofPart
                ? '今回出荷した箱の納品書です。印刷して、箱に入れてください。'
                : '印刷して、箱に入れてください。出荷後は、出荷した内容の納品書が自動で発行されます。'}
          </p>
          <Button kind={again ? 'line' : 'pine'}>{again ? '納品書を発行し直す' : '納品書を発行する'}</Button>
        </Form>
      )}
    </section>
  )
}

/** Which part of a divided order, and when it arrives. */
export const PartOfSlip = ({ slip: { part, deliveryOn } }: { slip: SlipOfOrder }) =>
  part && (
    <span>
      {slipPartWords[part]}（{formatDay(deliveryOn)}納品）
    </span>
  )

export const SlipLinks = ({ slip: { id, number } }: { slip: SlipPaper }) => (
  <>
    {(['pdf', 'csv'] as const).map((format) => (
      <a
        key={format}
        href={`/documents/issued/${id}.${format}`}
        className="prose-link inline-flex min-h-11 items-center gap-1.5"
        download
      >
        <FileDown aria-hidden="true" size={18} />
        {format.toUpperCase()}
        <span className="visually-hidden">（納品書 {number}）</span>
      </a>
    ))}
  </>
)
