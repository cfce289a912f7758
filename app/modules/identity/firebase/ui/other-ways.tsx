import { useState } from 'react'
import type { SocialId } from '#kernel/social-way.ts'
import { Button } from '#ui/button.tsx'
import { PhoneWay } from './phone-way.tsx'
import type { useProvider } from './use-provider.ts'

const names: Record<SocialId, string> = {
  google: 'Google',
  line: 'LINE',
  apple: 'Apple',
  oidc: 'ほかのサービス',
}

type Props = { provider: ReturnType<typeof useProvider>; social: readonly SocialId[] }

/** Other services in a window of their own, and the phone. Where the window is blocked, the page itself goes there. */
export function OtherWays({ provider, social }: Props) {
  const [tried, setTried] = useState<SocialId | null>(null)
  const press = (name: SocialId) => {
    setTried(name)
    void provider.social(name)
  }
  return (
    <section className="grid grid-cols-1 gap-3 border-t border-kraft-line pt-5" aria-label="ほかの方法">
      {social.map((name) => (
        <Button key={name} type="button" kind="line" size="lg" onClick={() => press(name)}>
          {names[name]}で入る
        </Button>
      ))}
      {provider.failure?.blocked && tried && (
        <Button type="button" size="lg" busy={provider.busy} onClick={() => void provider.redirect(tried)}>
          画面を切り替えてサインイン
        </Button>
      )}
      <PhoneWay provider={provider} />
    </section>
  )
}
