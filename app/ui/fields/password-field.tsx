import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useHydrated } from '#ui/browser-state.ts'
import { type LineProps, TypedInput } from './typed-input.tsx'

type Props = Omit<LineProps, 'type' | 'autoComplete'> & {
  /** Tells the password manager whether to fill in or to generate one. */
  autoComplete: 'current-password' | 'new-password'
  /** What a new password lacks; empty for an existing one. */
  complaint?: (typed: string) => string | undefined
}

/** One field that can be shown, instead of a second one to repeat it. Pasting and managers are welcome. */
export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false)
  const hydrated = useHydrated()
  const Icon = shown ? EyeOff : Eye
  return (
    <TypedInput
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        hydrated && (
          <button type="button" className="field-end" aria-pressed={shown} onClick={() => setShown(!shown)}>
            <Icon aria-hidden="true" />
            表示<span className="visually-hidden">する：パスワード</span>
          </button>
        )
      }
    />
  )
}
