import { useFetchers, useRouteLoaderData } from 'react-router'
import { parseLooks, shownTextSize, shownTheme, usualLooks } from '#kernel/looks.ts'
import type { ShownLooks } from '../looks.server.ts'

/** The fetcher that carries a choice to the server. */
export const looksFetcher = 'looks'

/** What was chosen; a choice that is still on its way counts already, so the page changes under the finger. */
export function useLooks(): ShownLooks {
  const shown = useRouteLoaderData<{ looks: ShownLooks }>('root')?.looks
  const sent = useFetchers().find(({ key }) => key === looksFetcher)?.formData
  const chosen = sent && parseLooks(sent.get('theme'), sent.get('textSize'))
  return { ...usualLooks, atNight: false, offersNight: false, savedAt: '/looks', ...shown, ...chosen }
}

/** The attributes of <html>, and the colour of the browser's own bar above the page: one, or one for each theme. */
export function useShownLooks() {
  const { theme, textSize, atNight } = useLooks()
  return { 'data-theme': shownTheme(theme, atNight), 'data-text': shownTextSize(textSize) }
}
