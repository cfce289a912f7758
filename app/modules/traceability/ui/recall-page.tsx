import { FileDown, Printer } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { formatDay, formatMoment } from '#kernel/format.ts'
import { recallAnswers } from '#kernel/recall-enums.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { SelectField, TextArea, TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { answerWord, commonUnit, handlingWord, recallName } from '../recalls/recall-labels.ts'
import type { RecallDetail, RecallTarget } from '../recalls/recall-queries.server.ts'
import { RecallBadge } from './recall-list.tsx'

type Problem = { fields: Record<string, string>; summary: string; typed: Record<string, string> }
type Props = {
  base: '/farmer' | '/admin'
  recall: RecallDetail
  mayHear: boolean
  mayClose: boolean
  closeKey: string
  /** By restaurant. */
  hearKeys: Readonly<Record<string, string>>
  problem: Problem | undefined
}

/** The progress of a recall: who has read, who has answered, and whom to call. In print one sheet of A4. */
export default function RecallPage({ base, recall, mayHear, mayClose, closeKey, hearKeys, problem }: Props) {
  const open = recall.closedAt === null
  return (
    <>
      {recall.rehearsal && (
        <p className="rounded-card border-4 border-dashed border-line-strong bg-tag-tint p-3 text-center text-h4 font-bold">
          訓練　連絡は送信していません
        </p>
      )}
      {problem && <Notice tone="akane">{Object.values(problem.fields)[0] ?? problem.summary}</Notice>}
      <section className="card grid grid-cols-1 gap-3 p-4" aria-label="回収の内容">
        <p className="flex flex-wrap items-center gap-2">
          <b>{recallName(recall)}</b>
          <RecallBadge recall={recall} />
          <b>{recall.farm}</b>
        </p>
        <ul>
          {recall.lots.map((lot) => (
            <li key={lot.id} className="flex flex-wrap items-center gap-x-3">
              <Link
                to={`${base}/lots/${lot.id}`}
                className="prose-link inline-flex min-h-11 items-center font-bold print:min-h-0"
              >
                {lot.name}　{lot.code}
              </Link>
              <span className="whitespace-nowrap">{formatDay(lot.harvestedOn)}の収穫</span>
            </li>
          ))}
        </ul>
        <p className="whitespace-pre-line">{recall.reason}</p>
        <p>
          <b>{handlingWord[recall.handling]}</b>
          {recall.instructions && <span className="block whitespace-pre-line">{recall.instructions}</span>}
        </p>
        <p className="text-sub text-ink-2 tabular-nums">
          {formatMoment(recall.begunAt)}に{recall.begunBy}が開始しました
          {recall.behalfReason && `（代理の理由：${recall.behalfReason}）`}
        </p>
        {recall.report && (
          <p className="whitespace-pre-line border-t border-line pt-3">
            <b>終了報告</b>
            <span className="text-sub text-ink-2">
              <span className="ms-3">
                {recall.closedAt && formatMoment(recall.closedAt)} {recall.closedBy}
              </span>
            </span>
            <br />
            {recall.report}
          </p>
        )}
      </section>
      <Figures recall={recall} />
      <section aria-labelledby="targets-title" className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="targets-title" className="me-auto text-h3 font-bold">
            対象の飲食店
          </h2>
          <a href={`${base}/recalls/${recall.id}/kitchens.csv`} className="btn no-print" data-kind="line" download>
            <FileDown aria-hidden="true" />
            <Explained inControl>CSV</Explained>
          </a>
          <Button
            type="button"
            kind="text"
            onClick={() => window.print()}
            className="no-print [@media(scripting:none)]:hidden"
          >
            <Printer aria-hidden="true" />
            印刷
          </Button>
        </div>
        {recall.targets.length === 0 && <p className="card p-4">どの飲食店にも納品されていません。</p>}
        <ul className="grid grid-cols-1 gap-2">
          {recall.targets.map((target) => (
            <Target
              key={target.restaurantId}
              target={target}
              formKey={hearKeys[target.restaurantId] ?? ''}
              hears={mayHear && open}
              rehearsal={recall.rehearsal}
              unit={commonUnit(recall.lots)}
              typed={problem?.typed.restaurantId === target.restaurantId ? problem : undefined}
            />
          ))}
        </ul>
      </section>
      {mayClose && open && <Closing formKey={closeKey} problem={problem} />}
    </>
  )
}

function Figures({ recall }: { recall: RecallDetail }) {
  const facts = [
    ['対象の飲食店', `${recall.restaurants}店`],
    ['納品数量', `${recall.qty}${commonUnit(recall.lots)}`],
    ['既読', `${recall.read}店`],
    ['回答', `${recall.answered}店`],
    ['未回答', `${recall.restaurants - recall.answered}店`],
  ]
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-2">
      {facts.map(([what, how]) => (
        <div key={what} className="card grid p-3">
          <dt className="text-sub text-ink-2">{what}</dt>
          <dd className="num text-h3 font-bold">{how}</dd>
        </div>
      ))}
    </dl>
  )
}

type TargetProps = {
  target: RecallTarget
  unit: string
  formKey: string
  hears: boolean
  rehearsal: boolean
  typed: Problem | undefined
}

function Target({ target, unit, formKey, hears, rehearsal, typed }: TargetProps) {
  const busy = useNavigation().formData?.get('restaurantId') === target.restaurantId
  return (
    <li className="card grid grid-cols-1 gap-1 p-3 print:break-inside-avoid">
      <p className="flex flex-wrap items-center gap-2">
        <b className="text-lead">{target.restaurant}</b>
        {target.answer ? (
          <Badge tone="matcha">{answerWord[target.answer]}</Badge>
        ) : (
          <Badge tone={target.readAt ? 'tag' : 'akane'}>{target.readAt ? '既読・未回答' : '未読'}</Badge>
        )}
      </p>
      <ul>
        {target.kitchens.map((kitchen) => (
          <li key={`${kitchen.name} ${kitchen.phone}`} className="flex flex-wrap items-center gap-x-4 tabular-nums">
            <span>
              {kitchen.name}　{kitchen.qty}
              {unit}・{formatDay(kitchen.lastOn)}
            </span>
            <a
              href={`tel:${kitchen.phone}`}
              className="prose-link inline-flex min-h-11 items-center font-bold print:min-h-0"
            >
              {kitchen.phone}
            </a>
          </li>
        ))}
      </ul>
      <p className="text-sub text-ink-2 tabular-nums">{progressWords(target, rehearsal)}</p>
      {target.note && <p className="text-sub whitespace-pre-line">「{target.note}」</p>}
      {hears && (
        <details className="no-print" open={typed !== undefined}>
          <summary className="min-h-11 cursor-pointer content-center font-bold">
            電話での回答を登録する<span className="visually-hidden">（{target.restaurant}）</span>
          </summary>
          <Form
            method="post"
            preventScrollReset
            className="grid grid-cols-1 items-end gap-3 pt-2 sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
          >
            <input type="hidden" name="key" value={formKey} />
            <input type="hidden" name="intent" value="hear" />
            <input type="hidden" name="restaurantId" value={target.restaurantId} />
            <SelectField
              label="回答"
              name="answer"
              defaultValue={typed?.typed.answer ?? ''}
              error={typed?.fields.answer}
            >
              <option value="">選択してください</option>
              {recallAnswers.map((answer) => (
                <option key={answer} value={answer}>
                  {answerWord[answer]}
                </option>
              ))}
            </SelectField>
            <TextField label="メモ" name="note" maxLength={400} defaultValue={typed?.typed.note} autoComplete="off" />
            <Button kind="line" busy={busy}>
              登録
            </Button>
          </Form>
        </details>
      )}
    </li>
  )
}

function progressWords(target: RecallTarget, rehearsal: boolean): string {
  const told = rehearsal
    ? '連絡していません'
    : target.toldAt && target.toldPeople > 0
      ? `${formatMoment(target.toldAt)}に${target.toldPeople}名へ連絡`
      : '連絡先がありません。電話で連絡してください'
  const read = target.readAt && `${formatMoment(target.readAt)}に${target.readBy}さんが閲覧`
  const answered =
    target.answeredAt &&
    `${formatMoment(target.answeredAt)}に${target.heard ? `電話で回答（${target.saidBy}）` : `${target.saidBy}さんが回答`}`
  return [told, read, answered].filter(Boolean).join('　')
}

function Closing({ formKey, problem }: { formKey: string; problem: Problem | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'close'
  return (
    <section aria-labelledby="closing-title" className="card no-print grid grid-cols-1 gap-3 p-4">
      <h2 id="closing-title" className="text-h3 font-bold">
        回収の終了
      </h2>
      <Form method="post" noValidate className="grid grid-cols-1 gap-4">
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="intent" value="close" />
        <TextArea
          label="終了報告"
          name="report"
          need="required"
          limit={2000}
          rows={4}
          help="判明した原因、商品の処置、今後の対応を入力してください。対象の飲食店にも通知されます（訓練では通知されません）。"
          defaultValue={problem?.typed.report}
          error={problem?.fields.report}
        />
        <Button size="lg" busy={busy}>
          報告して終了する
        </Button>
      </Form>
    </section>
  )
}
