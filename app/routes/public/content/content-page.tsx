import { CalendarClock, FileClock, ListTree, Printer, Search } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Form, useNavigate } from 'react-router'
import { formatDayWithYear } from '#kernel/format.ts'
import { Button } from '#ui/button.tsx'
import { iconOnly } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { CartonLines, Stamp } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import type { contentPage } from './content-page.server.ts'
import '#styles/kit/prose.css'

type Page = Awaited<ReturnType<typeof contentPage>>
type Props = { page: Page; head: ReactNode; lead: string; searchable?: boolean }

/** A text page: the changes first, then the text at 38 characters, its contents beside it or folded above. */
export function ContentPage({ page, head, lead, searchable = false }: Props) {
  const chapters = page.contents.filter(({ level }) => level === 2)
  return (
    <div className="content-page">
      <header className="content-head">
        <CartonLines />
        <div className="content-head-words">
          <h1 className="text-h1">{head}</h1>
          <p className="text-lead">{lead}</p>
          <p className="text-sub text-ink-2">
            第{page.shown.number}版・{formatDayWithYear(page.shown.effectiveOn)}から
          </p>
        </div>
        <Stamp word={`第${page.shown.number}版`} date={page.shown.effectiveOn.slice(2).replaceAll('-', '.')} />
      </header>
      <aside className="content-side no-print">
        {searchable && <SearchForm query={page.query} />}
        <nav aria-label="目次" className="max-lg:hidden">
          <Contents chapters={chapters} />
        </nav>
        <details className="content-fold lg:hidden">
          <summary>
            <ListTree aria-hidden="true" size={20} />
            目次
          </summary>
          <Contents chapters={chapters} />
        </details>
        <Button
          type="button"
          kind="line"
          onClick={() => window.print()}
          className="justify-self-start max-lg:hidden [@media(scripting:none)]:hidden"
        >
          <Printer aria-hidden="true" />
          印刷する
        </Button>
      </aside>
      <div className="content-body">
        <Standing page={page} withFirst={!searchable} />
        {page.query && <Hits page={page} />}
        <Prose html={page.html} slug={page.slug} />
        <Versions page={page} />
      </div>
    </div>
  )
}

function Contents({ chapters }: { chapters: Page['contents'] }) {
  return (
    <ol className="content-list">
      {chapters.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ol>
  )
}

function SearchForm({ query }: { query: string }) {
  return (
    <Form method="get" role="search" className="content-search">
      <label htmlFor="content-q">このページ内を検索</label>
      <span>
        <input
          id="content-q"
          type="search"
          name="q"
          defaultValue={query}
          maxLength={100}
          autoComplete="off"
          placeholder="例：締切、送料"
          className="field-control"
        />
        <Button kind="pine" {...iconOnly('検索')}>
          <Search aria-hidden="true" />
        </Button>
      </span>
    </Form>
  )
}

function Hits({ page: { query, hits } }: { page: Page }) {
  if (hits.length === 0)
    return (
      <Notice>
        「{query}」は見つかりませんでした。別の言葉で検索するか、
        <Link to="/restaurant/Inquiry" className="prose-link">
          お問い合わせ
        </Link>
        からご連絡ください。
      </Notice>
    )
  return (
    <section aria-label="検索結果" className="content-hits no-print">
      <p role="status" className="font-bold">
        「{query}」は{hits.length}か所にあります
      </p>
      <ul>
        {hits.map(({ id, text, excerptHtml }) => (
          <li key={id}>
            <a href={`#${id}`} className="prose-link font-bold">
              {text}
            </a>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped on the server, see markdown.server.ts */}
            <p className="text-sub" dangerouslySetInnerHTML={{ __html: excerptHtml }} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * 変更点 first (a guide that never changed has none), and above a version that is not in force, or not for long, a link to
 * the one that is.
 */
function Standing({ page: { shown, versions }, withFirst }: { page: Page; withFirst: boolean }) {
  const planned = versions.filter(({ state }) => state === 'planned')
  return (
    <>
      {shown.state !== 'inForce' && (
        <Notice tone="tag">
          <p className="font-bold">
            {shown.state === 'planned'
              ? `これは${formatDayWithYear(shown.effectiveOn)}から有効な版です。`
              : 'これは過去の版です。現在は有効ではありません。'}
          </p>
          <Link to="?" className="prose-link">
            現在の版を読む
          </Link>
        </Notice>
      )}
      {(withFirst || versions.length > 1) && (
        <section aria-labelledby="changes" className="content-changes">
          <h2 id="changes">変更点</h2>
          <p>
            第{shown.number}版：{shown.changeNote}
          </p>
          {planned
            .filter(({ number }) => number !== shown.number)
            .map(({ number, effectiveOn, changeNote }) => (
              <p key={number} className="flex items-start gap-2">
                <CalendarClock aria-hidden="true" size={20} className="mt-1 shrink-0" />
                <span>
                  {formatDayWithYear(effectiveOn)}から第{number}版になります：{changeNote}{' '}
                  <Link to={`?version=${number}`} className="prose-link">
                    第{number}版を読む
                  </Link>
                </span>
              </p>
            ))}
        </section>
      )}
    </>
  )
}

/** The text itself. It is safe HTML; links to our own pages navigate without a reload. */
function Prose({ html, slug }: { html: string; slug: string }) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    const address = link?.getAttribute('href') ?? ''
    if (!plain || !address.startsWith('/') || address.startsWith('/api')) return
    event.preventDefault()
    navigate(address, { viewTransition: true })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are the links inside, with keys as well
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser makes a click of Enter on a link
    <div
      className="prose"
      data-page={slug}
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered without the author's HTML, see markdown.server.ts
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

function Versions({ page: { shown, versions } }: { page: Page }) {
  if (versions.length < 2) return null
  const words = { earlier: '旧版', inForce: '現在の版', planned: '今後の版' }
  return (
    <section aria-labelledby="versions" className="content-versions no-print">
      <h2 id="versions">
        <FileClock aria-hidden="true" size={20} />
        これまでの版
      </h2>
      <ul>
        {versions.map(({ number, effectiveOn, state }) => (
          <li key={number}>
            <Link
              to={state === 'inForce' ? '?' : `?version=${number}`}
              aria-current={number === shown.number ? 'page' : undefined}
              className="prose-link"
            >
              第{number}版（{formatDayWithYear(effectiveOn)}から）
            </Link>{' '}
            {words[state]}
          </li>
        ))}
      </ul>
    </section>
  )
}
