import { useState } from 'react'
import { Form } from 'react-router'
import { reportReasons } from '#kernel/enums.ts'
import { Link } from '#ui/link.tsx'
import { reasonWord } from '../messaging-labels.ts'

type LinkProps<What> = { what: What; onReport: (what: What) => void }

/** Links to the form below: on this page, or without script on the same one with the form in it. */
export const ReportLink = <What extends number | 'talk'>({ what, onReport }: LinkProps<What>) => (
  <Link
    to={`?report=${what}`}
    className="menu-row"
    onClick={(event) => {
      event.preventDefault()
      onReport(what)
      event.currentTarget.closest('details')?.removeAttribute('open')
    }}
  >
    運営に報告する
  </Link>
)

type Props = { no: number | null; formKey: string; back: string; onClose: () => void }

/** Reports a message, or the conversation as a whole. From then on staff may view the messages around it. */
export function ReportForm({ no, formKey, back, onClose }: Props) {
  // the page has a new key after each report; while one is being written it stays the same
  const [key] = useState(formKey)
  return (
    <Form method="post" className="talk-report" onSubmit={onClose} aria-label="運営に報告する">
      <input type="hidden" name="intent" value="report" />
      <input type="hidden" name="key" value={key} />
      {no !== null && <input type="hidden" name="no" value={no} />}
      <fieldset className="grid gap-1">
        <legend className="font-bold">運営に報告する</legend>
        <p className="text-sub">
          {no === null ? 'このチャット' : 'このメッセージ'}の前後を、運営が確認して対応します。相手には通知されません。
        </p>
        {reportReasons.map((reason, index) => (
          <label key={reason} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name="reason"
              value={reason}
              defaultChecked={index === 0}
              className="size-5 accent-pine"
            />
            {reasonWord[reason]}
          </label>
        ))}
      </fieldset>
      <label className="grid gap-1">
        <span className="text-sub font-bold">詳細（任意）</span>
        <textarea name="words" rows={2} maxLength={400} className="field-control" />
      </label>
      <span className="flex justify-end gap-2">
        <Link
          to={back}
          className="btn"
          data-kind="line"
          data-size="md"
          onClick={(event) => {
            event.preventDefault()
            onClose()
          }}
        >
          戻る
        </Link>
        <button type="submit" className="btn" data-kind="pine" data-size="md">
          報告する
        </button>
      </span>
    </Form>
  )
}
