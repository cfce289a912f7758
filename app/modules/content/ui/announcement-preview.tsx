import { Megaphone } from 'lucide-react'
import type { Audience } from '#kernel/enums.ts'
import { PhoneFrame } from '#ui/phone-frame.tsx'
import { ProseText } from './prose-text.tsx'

/** What is shown before it is published. */
export type Preview = { audience: Audience; title: string; html: string }

const sides = [
  { side: 'restaurants', word: '飲食店のスマートフォンでの表示' },
  { side: 'farms', word: '生産者のスマートフォンでの表示' },
] as const

/** The bar and the text, as each side sees them on a phone. */
export function AnnouncementPreview({ audience, title, html }: Preview) {
  const shown = sides.filter(({ side }) => audience === 'everybody' || audience === side)
  return (
    <div className="flex flex-wrap gap-6">
      {shown.map(({ side, word }) => (
        <PhoneFrame key={side} caption={word} large={side === 'farms'}>
          <p className="flex items-center gap-3 border-b border-line bg-ai-tint px-4 py-2 font-bold">
            <Megaphone aria-hidden="true" size={20} className="shrink-0 text-ai" />
            <span className="min-w-0 grow">{title}</span>
            <span className="shrink-0">閉じる</span>
          </p>
          <div className="grid grid-cols-1 gap-3 p-4">
            <p className="text-h3 font-bold">{title}</p>
            <ProseText html={html} />
          </div>
        </PhoneFrame>
      ))}
    </div>
  )
}
