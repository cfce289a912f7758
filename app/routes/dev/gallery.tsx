import { Stethoscope } from 'lucide-react'
import { Form, useSearchParams, useSubmit } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/gallery.ts'
import { forDevelopers } from './for-developers.server.ts'
import { storyGroups, storyId } from './stories.ts'
import type { Story } from './story.ts'

export const meta = () => ownMeta('部品の見本')

export const loader = page(async (ctx, { context }: Route.LoaderArgs) => {
  forDevelopers(ctx, context)
  return null
})

/** Every component in every state. The options are in the address: `?theme=dark&only=DataTable`. */
export default function GalleryPage() {
  const [params] = useSearchParams()
  const only = params.get('only')
  const theme = params.get('theme') ?? undefined
  const groups = storyGroups
    .map(({ group, stories }) => ({ group, stories: stories.filter(({ name }) => !only || name === only) }))
    .filter(({ stories }) => stories.length > 0)
  return (
    <div data-theme={theme} className="min-h-dvh bg-bg text-ink">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-[90rem] flex-wrap items-center gap-x-6 gap-y-3 px-3.5 py-4 lg:px-8">
          <h1>
            <Head as="span" className="text-h2">
              部品の見本
            </Head>
          </h1>
          <ThemeChoice theme={theme} only={only} />
          <ButtonLink kind="line" to="/test/check" className="lg:ms-auto">
            <Stethoscope aria-hidden="true" />
            この設備を診断する
          </ButtonLink>
        </div>
      </header>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-8 px-3.5 py-6 lg:grid-cols-[14rem_minmax(0,1fr)] lg:px-8">
        <nav
          aria-label="部品"
          className="lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto"
        >
          {groups.map(({ group, stories }) => (
            <section key={group} className="mb-4" aria-label={group}>
              <h2 className="text-caption font-bold text-ink-2">{group}</h2>
              <ul className="flex flex-wrap lg:block">
                {stories.map(({ name, title }) => (
                  <li key={name}>
                    <a
                      href={`#${storyId(name)}`}
                      className="flex min-h-11 items-center rounded-control px-2 hover:bg-sunken"
                    >
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <main id="main" tabIndex={-1} className="grid min-w-0 grid-cols-1 gap-12">
          {groups
            .flatMap(({ stories }) => stories)
            .map((story) => (
              <StorySection key={story.name} story={story} />
            ))}
        </main>
      </div>
    </div>
  )
}

function ThemeChoice({ theme, only }: { theme: string | undefined; only: string | null }) {
  const submit = useSubmit()
  return (
    <Form onChange={(event) => submit(event.currentTarget, { replace: true, preventScrollReset: true })}>
      {only && <input type="hidden" name="only" value={only} />}
      <fieldset className="flex flex-wrap items-center gap-x-4">
        <legend className="visually-hidden">見本の明るさ</legend>
        {(
          [
            ['', '端末の設定に合わせる'],
            ['light', '明るい'],
            ['dark', '暗い'],
          ] as const
        ).map(([value, word]) => (
          <label key={value} className="flex min-h-11 items-center gap-2">
            <input type="radio" name="theme" value={value} defaultChecked={(theme ?? '') === value} />
            {word}
          </label>
        ))}
        <noscript>
          <button type="submit" className="btn" data-kind="line">
            変更する
          </button>
        </noscript>
      </fieldset>
    </Form>
  )
}

function StorySection({ story: { name, title, facts, states } }: { story: Story }) {
  const id = storyId(name)
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-4 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-baseline gap-x-3 border-b-2 border-pine pb-2">
        <h2 id={`${id}-title`} className="text-h3 font-bold">
          {title}
        </h2>
        <code lang="en" className="text-sub text-ink-2">
          {name}
        </code>
      </header>
      {facts && (
        <ul className="flex flex-wrap gap-2">
          {facts.map((fact) => (
            <li key={fact}>
              <Badge tone="line">{fact}</Badge>
            </li>
          ))}
        </ul>
      )}
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        {states.map(({ title: state, view: View, wide }) => (
          <div key={state} className={`min-w-0 ${wide ? 'xl:col-span-2' : ''}`} data-state={state}>
            <p className="mb-1 text-caption text-ink-2">{state}</p>
            <div className="relative rounded-control border border-line bg-surface p-4">
              <View />
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}
