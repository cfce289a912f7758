import { useState } from 'react'
import type { PublicFirebase } from '#kernel/firebase.ts'
import type { OAuthId } from '#kernel/oauth-provider.ts'
import { Button } from '#ui/button.tsx'
import { PhoneWay } from './phone-way.tsx'
import type { useProvider } from './use-provider.ts'

type Props = {
  provider: ReturnType<typeof useProvider>
  social: PublicFirebase['social']
  /** The verb of the buttons. */
  verb: 'サインイン' | '登録する'
}

/** Other services in a separate window, and the phone. If the window is blocked, the page itself goes there. */
export function ProviderWays({ provider, social, verb }: Props) {
  const [tried, setTried] = useState<OAuthId | null>(null)
  const press = (id: OAuthId) => {
    setTried(id)
    void provider.social(id)
  }
  return (
    <section className="grid grid-cols-1 gap-3 border-t border-kraft-line pt-5" aria-label="その他の方法">
      {social.map(({ id, name }) => (
        <Button key={id} type="button" kind="line" size="lg" onClick={() => press(id)}>
          {name}で{verb}
        </Button>
      ))}
      {provider.failure?.blocked && tried && (
        <Button type="button" size="lg" busy={provider.busy} onClick={() => void provider.redirect(tried)}>
          画面を切り替えてサインイン
        </Button>
      )}
      <PhoneWay provider={provider} verb={verb} />
    </section>
  )
}
