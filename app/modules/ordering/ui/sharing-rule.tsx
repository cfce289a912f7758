import { newcomersPercent } from '../allocate.ts'

/** How a short harvest is divided: the same text for farms and restaurants. */
export function SharingRule() {
  return (
    <section
      aria-label="足りない収穫の分け方"
      className="rounded-card border border-kraft-line bg-kraft-tint p-4 text-ink"
    >
      <p className="font-bold text-kraft-ink">足りない収穫は、この順に分けます</p>
      <ol className="list-decimal ps-6">
        <li>契約の分</li>
        <li>はじめてのお店に、収穫の{newcomersPercent / 10}割まで</li>
        <li>いつものお店（2か月に3回以上）を、注文の順に</li>
        <li>そのほかを、注文の順に</li>
      </ol>
      <p className="pt-1 text-sub text-ink-2">農園にもお店にも、同じ決まりを見せています。</p>
    </section>
  )
}
