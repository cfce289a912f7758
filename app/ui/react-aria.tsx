import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

/** Wraps React Aria components, so that they speak Japanese on the server and in every browser. */
export const ReactAria = ({ children }: { children: ReactNode }) => (
  <I18nProvider locale="ja-JP">{children}</I18nProvider>
)
