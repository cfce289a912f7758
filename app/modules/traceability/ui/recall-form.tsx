import { Form, useNavigation } from 'react-router'
import { formatDay } from '#kernel/format.ts'
import { recallHandlings } from '#kernel/recall-enums.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextArea } from '#ui/field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Affected } from '../recalls/affected.server.ts'
import { commonUnit, handlingWord } from '../recalls/recall-labels.ts'

type Problem = { fields: Record<string, string>; summary: string; typed: Record<string, string>; signIn?: string }
type Props = {
  base: '/farmer' | '/admin'
  /** null: no lots were chosen, or they do not go together; `refusal` says so. */
  affected: Affected | null
  refusal: string | null
  formKey: string
  problem: Problem | undefined
}

/** Exactly whom it would affect, and the message to them; then a rehearsal or the real recall. */
export default function RecallForm({ base, affected, refusal, formKey, problem }: Props) {
  const sent = useNavigation().formData
  const busy = (rehearsal: string) => sent?.get('key') === formKey && sent.get('rehearsal') === rehearsal
  if (!affected)
    return (
      <EmptyState action={<ButtonLink to={`${base}/lots`}>ロットを選択する</ButtonLink>}>
        {refusal ?? '回収するロットを、ロット一覧から選択してください。'}
      </EmptyState>
    )
  const typed = problem?.typed ?? {}
  return (
    <>
      <Preview affected={affected} />
      <Form method="post" noValidate className="grid grid-cols-1 gap-5">
        <input type="hidden" name="intent" value="begin" />
        <input type="hidden" name="key" value={formKey} />
        {affected.lots.map(({ id }) => (
          <input key={id} type="hidden" name="lotIds" value={id} />
        ))}
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
        <TextArea
          label="回収理由"
          name="reason"
          need="required"
          limit={400}
          rows={3}
          help="対象の飲食店の全員に表示されます。"
          defaultValue={typed.reason}
          error={problem?.fields.reason}
        />
        <RadioGroup
          legend="商品の取り扱い"
          name="handling"
          defaultValue={typed.handling ?? 'stop'}
          choices={recallHandlings.map((value) => ({ value, label: handlingWord[value] }))}
        />
        <TextArea
          label="連絡事項"
          name="instructions"
          limit={400}
          rows={2}
          need="optional"
          defaultValue={typed.instructions}
        />
        {base === '/admin' && (
          <TextArea
            label="農園に代わって開始する理由"
            name="behalfReason"
            need="required"
            limit={400}
            rows={2}
            help="履歴に残ります。農園にも表示されます。"
            defaultValue={typed.behalfReason}
            error={problem?.fields.behalfReason}
          />
        )}
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
          <p className="grid gap-1">
            <Button kind="line" size="lg" name="rehearsal" value="true" busy={busy('true')}>
              訓練を開始する
            </Button>
            <span className="text-sub text-ink-2">連絡は送信されません。時刻と記録のみが残ります。</span>
          </p>
          <p className="grid gap-1">
            <Button kind="danger" size="lg" name="rehearsal" value="false" busy={busy('false')}>
              回収を開始して、{affected.restaurants}店に連絡する
            </Button>
            <span className="text-sub text-ink-2">
              メールと通知を、夜間でも直ちに送信します。このロットは出荷できなくなります。
            </span>
          </p>
        </div>
      </Form>
    </>
  )
}

function Preview({ affected }: { affected: Affected }) {
  const { lots, kitchens, restaurants, qty, packed } = affected
  const unit = commonUnit(lots)
  return (
    <section aria-labelledby="preview-title" className="grid grid-cols-1 gap-3">
      <h2 id="preview-title" className="text-h3 font-bold">
        {restaurants}店（納品先{kitchens.length}か所）に、合計{qty}
        {unit}を納品済みです
      </h2>
      <ul className="flex flex-wrap gap-2">
        {lots.map((lot) => (
          <li key={lot.id} className="rounded-card bg-tag-tint px-3 py-2 font-bold">
            <span className="me-2 wrap-anywhere">
              {lot.name}　{lot.code}
            </span>
            <span className="inline-block text-sub font-normal">{formatDay(lot.harvestedOn)}の収穫</span>
          </li>
        ))}
      </ul>
      {packed > 0 && (
        <Notice tone="tag">
          箱詰め済みで未出荷の注文が{packed}件あります。回収を開始すると、他の収穫分での詰め直しが必要です。
        </Notice>
      )}
      {kitchens.length === 0 ? (
        <p className="card p-4">このロットは、まだどの飲食店にも納品されていません。</p>
      ) : (
        <ul className="card grid grid-cols-1 divide-y divide-line">
          {kitchens.map((it) => (
            <li key={it.kitchenId} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-2">
              <span>
                <b>{it.restaurant}</b> {it.kitchen}
              </span>
              <span className="tabular-nums">
                {it.qty}
                {unit}・{it.orders}回・{formatDay(it.lastOn)}まで
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
