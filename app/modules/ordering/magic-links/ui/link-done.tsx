import type { JstDate } from '#kernel/jst.ts'
import type { AnswerStep } from '#modules/ordering/answer-links.server.ts'
import { Stamp, stampDay } from '#ui/market.tsx'

type Props = {
  step: AnswerStep
  /** What happened to the order. */
  became: string
  today: JstDate
  next: { step: AnswerStep; token: string } | null
}

const nextWord: Record<AnswerStep, string> = {
  answer: '回答する',
  pack: '箱詰めを登録する',
  ship: '送り状番号を登録する',
}

/** The answer has arrived: a stamp, what follows, and the link to the next step when its time has come. */
export const LinkDone = ({ step, became, today, next }: Props) => (
  <section className="card grid grid-cols-1 gap-5 p-5" role="status">
    <div className="flex items-center justify-between gap-3">
      <h1 className="text-h1 font-bold">{step === 'ship' ? '出荷を登録しました' : '回答しました'}</h1>
      <Stamp word="済" date={stampDay(today)} lands />
    </div>
    <p className="text-lead font-bold">{became}</p>
    {next ? (
      <div className="grid grid-cols-1 gap-3 border-t border-line pt-4">
        <p>
          {step === 'answer'
            ? '箱詰めが終わったら、こちらから登録してください。後で使用できるよう、メールでも送信しました。'
            : '送り状番号がわかったら、続けて登録してください。'}
        </p>
        <a href={`/a/${next.token}`} className="btn w-full" data-kind="pine" data-size="lg">
          {nextWord[next.step]}
        </a>
      </div>
    ) : (
      <p>この画面は閉じて構いません。お疲れさまでした。</p>
    )}
  </section>
)
