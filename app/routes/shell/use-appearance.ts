import { useFetchers, useRouteLoaderData } from 'react-router'
import { parseAppearance, shownTextSize, shownTheme, usualLooks } from '#kernel/appearance.ts'
import type { ShownAppearance } from '#web/appearance.server.ts'

/** The fetcher that submits a selection to the server. */
export const appearanceFetcher = 'looks'

/**
 * The selected appearance; a selection that is still being submitted counts already, so the page changes immediately.
 */
export function useAppearance(): ShownAppearance {
  const shown = useRouteLoaderData<{ appearance: ShownAppearance }>('root')?.appearance
  const sent = useFetchers().find(({ key }) => key === appearanceFetcher)?.formData
  const chosen = sent && parseAppearance(sent.get('theme'), sent.get('textSize'))
  return { ...usualLooks, atNight: false, offersNight: false, savedAt: '/looks', ...shown, ...chosen }
}

/** The attributes of <html>, and the colour of the browser's own bar above the page: one, or one for each theme. */
export function useShownAppearance() {
  const { theme, textSize, atNight } = useAppearance()
  return { 'data-theme': shownTheme(theme, atNight), 'data-text': shownTextSize(textSize) }
}
