import { Form, useNavigation } from 'react-router'
import { formatDay, formatDeadline } from '#kernel/format.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CartonPanel } from '#ui/market.tsx'
import type { AskedOrder } from '../open-orders.server.ts'

type Asked = AskedOrder & { key: string }

/**
 * Questions of farms, soonest first, in one line each: accepted with one press where that takes exactly what the farm
 * proposes, and otherwise on the order's page, which also offers to take the answer back.
 */
export default function AskedList({ asked, now }: { asked: readonly Asked[]; now: Date }) {
  return (
    <CartonPanel aria-labelledby="asked">
      <h2 id="asked" className="visually-hidden">
        農園からの依頼
      </h2>
      <ul className="bg-surface text-ink">
        {asked.map((order) => (
          <li
            key={`${order.id}${order.correction === null ? '' : '-correction'}${order.otherDay ?? ''}`}
            className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-1.5 first:border-t-0"
          >
            <p className="min-w-0 grow basis-36 leading-tight">
              <strong>
                {order.correction !== null && `訂正・返品：${order.correction}`}
                {order.otherDay && `別のお届け日の提案：${formatDay(order.otherDay)}`}
                {order.lines.map(({ lineId, name, unitLabel, held, stated }, nth) => (
                  <span key={lineId}>
                    {nth > 0 && '、'}
                    {name}{' '}
                    <span className="whitespace-nowrap">
                      {held}→<span className="text-kaki-ink">{stated}</span>
                      {unitLabel}
                    </span>
                  </span>
                ))}
              </strong>
              <span className="block text-caption text-ink-2">
                {order.farm}の{askWord(order)}・
                <span className="whitespace-nowrap">{formatDeadline(order.dueAt, now)}まで</span>
              </span>
            </p>
            <span className="flex shrink-0 gap-2">
              {order.accept && <Accept order={order} answers={order.accept} />}
              <ButtonLink kind="line" to={`/restaurant/orders/${order.id}`} className="px-3!">
                確認
                <span className="visually-hidden">
                  ：{order.farm}の{askWord(order)}
                </span>
              </ButtonLink>
            </span>
          </li>
        ))}
      </ul>
    </CartonPanel>
  )
}

const askWord = ({ correction, otherDay }: AskedOrder) =>
  otherDay ? '提案' : correction === null ? '変更依頼' : '確認依頼'

type AcceptProps = { order: Asked; answers: NonNullable<AskedOrder['accept']> }

function Accept({ order, answers }: AcceptProps) {
  const busy = useNavigation().formData?.get('key') === order.key
  return (
    <Form method="post" action={`/restaurant/orders/${order.id}`}>
      <input type="hidden" name="intent" value="answer" />
      <input type="hidden" name="key" value={order.key} />
      {answers.map(({ lineId, answer }) => (
        <input key={lineId} type="hidden" name={`answer.${lineId}`} value={answer} />
      ))}
      <Button kind="kaki" busy={busy} className="px-3!">
        承諾<span className="visually-hidden">：{order.farm}の変更依頼</span>
      </Button>
    </Form>
  )
}
