import { newcomersPercent } from '../allocate.ts'

/** How a short harvest is divided: the same text for farms and restaurants. */
export function SharingRule() {
  return (
    <section
      aria-label="不足する収穫の配分"
      className="rounded-card border border-kraft-line bg-kraft-tint p-4 text-ink"
    >
      <p className="font-bold text-kraft-ink">不足する収穫は、次の順に配分します</p>
      <ol className="list-decimal ps-6">
        <li>契約分</li>
        <li>新規の飲食店に、収穫の{newcomersPercent / 10}割まで</li>
        <li>継続取引の飲食店（2か月に3回以上）に、注文順</li>
        <li>その他の飲食店に、注文順</li>
      </ol>
      <p className="pt-1 text-sub text-ink-2">農園にも飲食店にも、同じルールを表示しています。</p>
    </section>
  )
}
