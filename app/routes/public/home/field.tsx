import { useShownAppearance } from '#routes/shell/use-appearance.ts'

const widths = (name: string) => `/pictures/${name}-960.webp 960w, /pictures/${name}-1600.webp 1600w`
/** The picture is 5:2 and fills a taller box on a phone, so that it is wider than the window there. */
const fieldSizes = '(max-width: 47.99rem) 60rem, 100vw'
const dark = '(prefers-color-scheme: dark)'

/** The field at this hour, and by night in the dark theme. The largest element of the page: it is loaded first. */
export function Field({ scene, className }: { scene: { now: string; night: string }; className?: string }) {
  const theme = useShownAppearance()['data-theme']
  const name = theme === 'dark' ? scene.night : scene.now
  return (
    <>
      <link
        rel="preload"
        as="image"
        imageSrcSet={widths(name)}
        imageSizes={fieldSizes}
        media={theme === undefined ? `not all and ${dark}` : undefined}
        fetchPriority="high"
      />
      {theme === undefined && (
        <link
          rel="preload"
          as="image"
          imageSrcSet={widths(scene.night)}
          imageSizes={fieldSizes}
          media={dark}
          fetchPriority="high"
        />
      )}
      <picture>
        {theme === undefined && <source media={dark} srcSet={widths(scene.night)} sizes={fieldSizes} />}
        <img
          src={`/pictures/${name}-960.webp`}
          srcSet={widths(name)}
          sizes={fieldSizes}
          width={1600}
          height={640}
          alt=""
          fetchPriority="high"
          className={`block object-cover ${className ?? ''}`}
        />
      </picture>
    </>
  )
}
