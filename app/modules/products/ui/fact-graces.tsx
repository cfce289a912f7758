import { formatShortDay } from '#kernel/format.ts'
import { Card } from '#ui/card.tsx'
import { Link } from '#ui/link.tsx'
import type { FactGrace } from '../food-labelling.server.ts'

/** The products that go off sale unless the farm states what their label lacks: which, what, and how long it has. */
export default function FactGraces({ graces }: { graces: readonly FactGrace[] }) {
  return (
    <Card lined aria-labelledby="fact-graces">
      <div className="grid grid-cols-1 gap-3 p-4 md:p-6">
        <h2 id="fact-graces" className="text-h3 font-bold">
          食品表示の入力をお願いします
        </h2>
        <p>期限までに入力されない商品は、販売休止になります。</p>
        <ul className="grid grid-cols-1">
          {graces.map(({ id, name, missing, dueOn, daysLeft }) => (
            <li key={id} className="border-t border-line py-2 first:border-t-0">
              <Link to={`/farmer/products/edit/${id}?step=box`} className="prose-link font-bold">
                {name}
              </Link>
              <span className="block text-sub">
                {missing}　{formatShortDay(dueOn)}まで（あと{daysLeft}日）
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
