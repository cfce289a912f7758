import type { ReactNode } from 'react'

/** One component in the gallery at /test. Each file in stories/ exports one as `story`. */
export type Story = {
  /** The component's name, as in the code. */
  name: string
  /** Its description, in Japanese. */
  title: string
  group: '押す' | '入力' | '選ぶ' | '開く' | '知らせる' | '並べる' | '見せる' | '枠'
  /** Its numbers and rules, one sentence each. */
  facts?: readonly string[]
  states: readonly { title: string; view: () => ReactNode /** Takes the full width. */; wide?: boolean }[]
}
