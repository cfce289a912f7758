import { Form, useNavigation } from 'react-router'
import { formatDay, formatMoment } from '#kernel/format.ts'
import { recallAnswers } from '#kernel/recall-enums.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { useFormKey } from '#ui/use-form-key.ts'
import { answerWord, handlingWord } from '../recalls/recall-labels.ts'
import type { OwnRecall as Recall } from '../recalls/recall-queries.server.ts'

type Problem = { fields: Record<string, string>; summary: string; typed: Record<string, string>; signIn?: string }
type Props = { recall: Recall; formKey: string; problem: Problem | undefined }

/** What the kitchen is asked: which products, what to do with them, and one answer. */
export default function OwnRecall({ recall, formKey: made, problem }: Props) {
  const formKey = useFormKey(made)
  const busy = useNavigation().formData?.get('key') === formKey
  const open = recall.closedAt === null
  return (
    <>
      {open ? (
        <Notice tone="akane">
          <b>{handlingWord[recall.handling]}</b>
          {recall.instructions && <span className="block whitespace-pre-line">{recall.instructions}</span>}
        </Notice>
      ) : (
        <Notice tone="matcha">
          <b>この回収は終了しました。</b>
          <span className="block whitespace-pre-line">{recall.report}</span>
        </Notice>
      )}
      <section className="card grid grid-cols-1 gap-3 p-4" aria-label="回収の内容">
        <p className="whitespace-pre-line">{recall.reason}</p>
        <ul className="grid grid-cols-1 gap-2 border-t border-line pt-3">
          {recall.lines.map((line) => (
            <li
              key={`${line.orderId} ${line.code} ${line.name}`}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4"
            >
              <span>
                <b>{line.name}</b>　<span className="inline-block">ロット {line.code}</span>
              </span>
              <span className="tabular-nums">
                {line.qty}
                {line.unit}
              </span>
              <span className="col-span-2 text-sub text-ink-2">
                {formatDay(line.deliveryOn)}着・{line.kitchen}・
                <span className="whitespace-nowrap">{formatDay(line.harvestedOn)}の収穫</span>
                <Link to={`/restaurant/orders/${line.orderId}`} className="prose-link flex min-h-11 items-center">
                  {line.number}
                </Link>
              </span>
            </li>
          ))}
        </ul>
        <p className="text-sub text-ink-2">
          {recall.farm}{' '}
          <a href={`tel:${recall.farmPhone}`} className="prose-link inline-flex min-h-11 items-center font-bold">
            {recall.farmPhone}
          </a>
          <span className="ms-3">{formatMoment(recall.begunAt)}</span>
        </p>
      </section>
      {recall.answer && (
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone="matcha">{answerWord[recall.answer]}</Badge>
          <span className="text-sub text-ink-2">
            {recall.answeredAt && formatMoment(recall.answeredAt)}に回答しました
          </span>
          {recall.note && <span className="w-full text-sub">「{recall.note}」</span>}
        </p>
      )}
      {open && (
        <Form key={formKey} method="post" noValidate className="card grid grid-cols-1 gap-5 p-4">
          <input type="hidden" name="intent" value="answer" />
          <input type="hidden" name="key" value={formKey} />
          {problem && (
            <Notice tone="akane">
              {Object.values(problem.fields)[0] ?? problem.summary}
              {problem.signIn && (
                <a href={problem.signIn} target="_blank" rel="noopener" className="ms-2 underline">
                  サインインする
                </a>
              )}
            </Notice>
          )}
          <RadioGroup
            legend={recall.answer ? '状況が変わった場合は、もう一度回答してください' : '対象商品の現在の状況'}
            name="answer"
            choices={recallAnswers.map((value) => ({ value, label: answerWord[value] }))}
            defaultValue={problem?.typed.answer}
            error={problem?.fields.answer}
          />
          <TextArea
            label="農園への連絡事項"
            name="note"
            need="optional"
            limit={400}
            rows={2}
            defaultValue={problem?.typed.note}
          />
          <Button size="lg" busy={busy}>
            回答する
          </Button>
        </Form>
      )}
    </>
  )
}
