import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Check, CheckState } from '../approval/checks.ts'

const appearance: Record<CheckState, { Icon: typeof CircleCheck; colour: string; word: string }> = {
  fine: { Icon: CircleCheck, colour: 'text-matcha', word: '問題なし' },
  look: { Icon: CircleHelp, colour: 'text-kaki', word: '要確認' },
  wrong: { Icon: CircleAlert, colour: 'text-akane', word: '要修正' },
}

/** Every check with its label and finding; `action` is the possible action beside it. */
export const CheckList = ({ checks, action }: { checks: readonly Check[]; action: (check: Check) => ReactNode }) => (
  <ul className="grid grid-cols-1 border-t border-line">
    {checks.map((check) => {
      const { Icon, colour, word } = appearance[check.state]
      return (
        <li
          key={check.key}
          data-state={check.state}
          className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1.5"
        >
          <Icon aria-hidden="true" size={24} className={colour} />
          <div>
            <p className="font-bold">
              {check.word}
              <span className="visually-hidden">：{word}</span>
            </p>
            <p className="text-caption text-ink-2 wrap-anywhere">{check.said}</p>
            {check.source && check.state !== 'fine' && <p className="text-caption text-ink-2">根拠：{check.source}</p>}
          </div>
          <div>{action(check)}</div>
        </li>
      )
    })}
  </ul>
)
