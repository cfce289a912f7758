import { Form, useNavigation } from 'react-router'
import { formatDayWithYear, formatYen } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextArea } from '#ui/field.tsx'
import { YenField } from '#ui/fields/yen-field.tsx'
import { Notice } from '#ui/notice.tsx'

type Request = { limitYen: Yen; at: Date; agreed: boolean | null; answer: string | null; answeredAt: Date | null }
type Problem = { summary: string; fields: Record<string, string>; typed: Record<string, string> }
type Props = {
  request: Request | null
  /** The key of the form; null: only owners ask. */
  toAsk: string | null
  problem: Problem | undefined
}

/** The last request for a higher limit with its answer, and the form of the next one. */
export function LimitRequest({ request, toAsk, problem }: Props) {
  const busy = useNavigation().formMethod === 'POST'
  const waits = request !== null && request.answeredAt === null
  return (
    <div className="grid grid-cols-1 gap-3">
      {request && <Notice tone={waits || request.agreed ? 'tag' : 'akane'}>{answerText(request)}</Notice>}
      {toAsk === null && <p className="text-sub text-ink-2">限度額の引き上げは、店長が依頼できます。</p>}
      {toAsk !== null && !waits && (
        <Disclosure summary="限度額の引き上げを依頼する" open={problem !== undefined || undefined}>
          <Form method="post" className="grid grid-cols-1 gap-3" noValidate aria-label="限度額の引き上げの依頼">
            <input type="hidden" name="key" value={toAsk} />
            {problem && <Notice tone="akane">{problem.summary}</Notice>}
            <YenField
              label="希望する限度額"
              name="limitYen"
              step={10_000}
              defaultValue={problem?.typed.limitYen ?? ''}
              error={problem?.fields.limitYen}
            />
            <TextArea
              label="理由"
              name="reason"
              rows={2}
              limit={400}
              defaultValue={problem?.typed.reason}
              error={problem?.fields.reason}
            />
            <Button kind="line" className="justify-self-start" busy={busy}>
              依頼を送信する
            </Button>
          </Form>
        </Disclosure>
      )}
    </div>
  )
}

function answerText({ limitYen, at, agreed, answer }: Request): string {
  const asked = `${formatDayWithYear(jstDateOf(at))}に、${formatYen(limitYen)}への引き上げを依頼しました。`
  if (agreed === null) return `${asked}運営の回答をお待ちください。`
  return agreed ? `${asked}引き上げました。` : `${asked}今回は見送りとなりました。理由：${answer ?? ''}`
}
