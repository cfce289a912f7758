/**
 * The colours of the browser's own bar: those of our top bars in tokens.css (pine in the light theme, surface in the
 * dark one).
 */
const colours = { light: '#17583a', dark: '#19211d' }

/** The selected theme; without a selection, one for each theme of the device. */
export function ThemeColor({ theme }: { theme: 'light' | 'dark' | undefined }) {
  if (theme) return <meta name="theme-color" content={colours[theme]} />
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={colours.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={colours.dark} />
    </>
  )
}
