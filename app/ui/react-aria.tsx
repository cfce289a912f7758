import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

/** Around whatever comes from React Aria, so that it speaks Japanese on the server and in every browser. */
export const ReactAria = ({ children }: { children: ReactNode }) => (
  <I18nProvider locale="ja-JP">{children}</I18nProvider>
)
