import { FileDown } from 'lucide-react'
import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import type { SlipPaper } from '../delivery-slip.server.ts'

/** The delivery slip of an order with its files. `toIssue`: the key of the form with which the farm issues it. */
export default function SlipFiles({ slip, toIssue = null }: { slip: SlipPaper | null; toIssue?: string | null }) {
  if (!slip && toIssue === null) return null
  return (
    <section id="slip" aria-labelledby="slip-head" className="card grid grid-cols-1 gap-3 p-4 print:hidden">
      <h2 id="slip-head" className="text-h4">
        <Head as="span">納品書</Head>
      </h2>
      {slip && (
        <p className="flex flex-wrap items-center gap-3">
          <span className="tabular-nums">{slip.number}</span>
          <SlipLinks slip={slip} />
        </p>
      )}
      {toIssue !== null && (
        <Form method="post" className="grid grid-cols-1 gap-2">
          <input type="hidden" name="intent" value="slip" />
          <input type="hidden" name="key" value={toIssue} />
          <p className="text-sub text-ink-2">
            {slip
              ? '箱詰めの内容を変更した場合は、発行し直してください。新しい番号の納品書に置き換わります。'
              : '印刷して、箱に入れてください。出荷後は、出荷した内容の納品書が自動で発行されます。'}
          </p>
          <Button kind={slip ? 'line' : 'pine'}>{slip ? '納品書を発行し直す' : '納品書を発行する'}</Button>
        </Form>
      )}
    </section>
  )
}

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
