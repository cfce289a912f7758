import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { formatDay } from '#kernel/format.ts'
import { steppedText } from '#kernel/typed-number.ts'
import { useHydrated } from '#ui/browser-state.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { writeInto } from '#ui/fields/write-into.ts'
import { iconOnly } from '#ui/icon-button.tsx'
import type { HarvestGoods, OwnWindow } from '../harvest/harvest.server.ts'
import type { HarvestDay } from '../harvest/harvest-days.ts'
import { rainNote, saidForOneDay } from '../harvest/one-day.ts'
import { confidenceWord } from '../product-fields.ts'
import { periodText } from '../vacation/vacation.ts'
import '#styles/kit/choice.css'
import '#styles/kit/harvest-days.css'

type Props = {
  goods: HarvestGoods
  it: HarvestDay<OwnWindow>
  formKey: string
  typed?: Record<string, string> | undefined
  error?: string | undefined
}

const most = 9_999

/** The number of one day. A promise with more than that, several days or a range, is edited elsewhere. */
export function HarvestDayForm({ goods, it: { day, holiday, window, rests }, formKey, typed, error }: Props) {
  const said = window && saidForOneDay(window)
  const hydrated = useHydrated()
  if (window && !said)
    return (
      <Panel {...{ day, holiday }}>
        <p>
          {periodText(window)}の見込みです。{window.leastQty}〜{window.mostQty}
          {goods.unitLabel}・{confidenceWord[window.confidence]}。
        </p>
        <p>
          <ButtonLink kind="line" to={`/farmer/harvest?product=${goods.id}#window-${window.id}`}>
            この見込みを変更
          </ButtonLink>
        </p>
      </Panel>
    )
  const step = (by: 1 | -1) => () => {
    const field = document.getElementById('day-qty')
    if (field instanceof HTMLInputElement) writeInto(field, steppedText(field.value, by, 1, { min: 1, max: most }))
  }
  return (
    <Panel {...{ day, holiday }}>
      {rests && <p className="text-ink-2">出荷しない日です。見込みを入力しても、この日に出荷する注文は入りません。</p>}
      <Form key={day} method="post" noValidate preventScrollReset className="grid grid-cols-1 gap-4">
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="productId" value={goods.id} />
        <input type="hidden" name="day" value={day} />
        <input type="hidden" name="note" value={window?.note ?? ''} />
        {window && (
          <>
            <input type="hidden" name="id" value={window.id} />
            <input type="hidden" name="version" value={window.version} />
          </>
        )}
        <NumberField
          id="day-qty"
          name="qty"
          label="出荷できる数量"
          need="required"
          className="harvest-qty"
          min={1}
          max={most}
          chars={14}
          suffix={goods.unitLabel}
          defaultValue={typed?.qty ?? said?.qty ?? ''}
          error={error}
          end={
            hydrated && (
              <>
                <Button type="button" kind="line" onClick={step(-1)} {...iconOnly('1つ減らす')}>
                  <Minus aria-hidden="true" />
                </Button>
                <Button type="button" kind="line" onClick={step(1)} {...iconOnly('1つ増やす')}>
                  <Plus aria-hidden="true" />
                </Button>
              </>
            )
          }
        />
        <label className="choice">
          <input type="checkbox" name="half" defaultChecked={typed ? typed.half === 'on' : (said?.half ?? false)} />
          <span className="choice-words">
            {rainNote}
            <small>受注は半分の数量までです</small>
          </span>
        </label>
        <p className="flex flex-wrap gap-3">
          <Button size="lg" name="intent" value={window ? 'changeDay' : 'day'}>
            保存する
          </Button>
          {window && (
            <Button size="lg" kind="line" name="intent" value="withdraw" formNoValidate>
              未定に戻す
            </Button>
          )}
        </p>
      </Form>
    </Panel>
  )
}

type PanelProps = Pick<HarvestDay<OwnWindow>, 'day' | 'holiday'> & { children: ReactNode }

const Panel = ({ day, holiday, children }: PanelProps) => (
  <section id="day" aria-labelledby="day-title" className="card grid scroll-mt-4 grid-cols-1 gap-3 p-4">
    <h3 id="day-title" className="text-h4 font-bold">
      {formatDay(day, holiday)}の出荷可能数
    </h3>
    {children}
  </section>
)
