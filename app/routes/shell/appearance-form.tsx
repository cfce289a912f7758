import { type ChangeEvent, useEffect, useEffectEvent, useId, useRef } from 'react'
import { parseAppearance, type TextSize, type Theme } from '#kernel/appearance.ts'
import { useHydrated } from '#ui/browser-state.ts'
import { Button } from '#ui/button.tsx'
import { useCurrentPath } from '#ui/current-path.ts'
import { useFetcher } from '#ui/fetcher.tsx'
import { showToast } from '#ui/toast-list.ts'
import { appearanceFetcher, useAppearance } from './use-appearance.ts'

const themeWords: Record<Theme, string> = {
  system: '端末の設定に合わせる',
  light: '明るい',
  dark: '暗い',
  night: '夜間のみ暗く（21時〜6時）',
}
const textSizeWords: Record<TextSize, string> = { standard: '標準', large: '大', xlarge: '特大' }

/** Theme and text size. A press takes effect immediately; without script the button sends both. */
export default function AppearanceForm() {
  const fetcher = useFetcher({ key: appearanceFetcher })
  const hydrated = useHydrated()
  const { theme, textSize, offersNight, savedAt } = useAppearance()
  const here = useCurrentPath()
  const offered = offersNight ? themeWords : withoutNight
  const send = (form: HTMLFormElement | null, flushSync: boolean) => {
    if (navigator.onLine) return fetcher.submit(form, { flushSync })
    showToast({ tone: 'tag', text: 'オフラインです。接続後に、もう一度選択してください。' })
  }
  // immediately, or the radio would jump back until the page has the response
  const choose = ({ currentTarget: { form } }: ChangeEvent<HTMLInputElement>) => void send(form, true)
  const form = useRef<HTMLFormElement>(null)
  const sendChosenBefore = useEffectEvent(() => {
    const typed = new FormData(form.current ?? undefined)
    const before = parseAppearance(typed.get('theme'), typed.get('textSize'))
    if (before && (before.theme !== theme || before.textSize !== textSize)) void send(form.current, false)
  })
  // pressed before hydration, when the button that would have sent it was still there
  useEffect(() => sendChosenBefore(), [])
  return (
    <fetcher.Form ref={form} method="post" action={savedAt} className="looks-form">
      <input type="hidden" name="returnTo" value={here} />
      <Choice legend="画面の明るさ" name="theme" words={offered} chosen={theme} choose={choose} />
      <Choice legend="文字の大きさ" name="textSize" words={textSizeWords} chosen={textSize} choose={choose} />
      {!hydrated && (
        <Button kind="line" className="justify-self-start">
          変更する
        </Button>
      )}
    </fetcher.Form>
  )
}

const { night: _, ...withoutNight } = themeWords

type ChoiceProps = {
  legend: string
  name: string
  words: Record<string, string>
  chosen: string
  choose: (event: ChangeEvent<HTMLInputElement>) => void
}

function Choice({ legend, name, words, chosen, choose }: ChoiceProps) {
  const id = useId()
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="looks-choices">
        {Object.entries(words).map(([value, word]) => (
          <label key={value} htmlFor={id + value} data-size={name === 'textSize' ? value : undefined}>
            <input
              id={id + value}
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={choose}
            />
            {word}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
