import { useState } from 'react'
import { useHydrated } from '#ui/browser-state.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { useProvider } from './use-provider.ts'

/** `#handover=…`: what follows the hash is not sent to any server. */
const mark = '#handover='

/**
 * A link from support or a partner contains a token. Opening it does not sign the visitor in, only pressing the button
 * does: an attacker may have sent the link.
 */
export function CustomTokenForm({ attempt, busy }: Pick<ReturnType<typeof useProvider>, 'attempt' | 'busy'>) {
  const hydrated = useHydrated()
  const [used, setUsed] = useState(false)
  if (!hydrated || used || !location.hash.startsWith(mark)) return null
  const press = () => {
    const token = location.hash.slice(mark.length)
    history.replaceState(history.state, '', location.pathname + location.search)
    setUsed(true)
    void attempt((door) => door.customToken(token))
  }
  return (
    <Notice>
      <div className="grid grid-cols-1 gap-3">
        <p>サインイン用のリンクから開かれました。ご自身で受け取ったリンクの場合のみ、押してください。</p>
        <Button type="button" size="lg" busy={busy} onClick={press}>
          このリンクでサインインする
        </Button>
      </div>
    </Notice>
  )
}
