import { Link } from 'react-router'
import { Head } from './head.tsx'

const said: Record<number, { ja: string; en: string; what: string }> = {
  404: {
    ja: 'ページが見つかりません',
    en: 'This page could not be found',
    what: 'アドレスが変わったか、見る権限がないかもしれません。',
  },
  403: { ja: 'この操作はできません', en: 'Forbidden', what: 'いまのサインインでは、この画面を使えません。' },
  500: {
    ja: 'エラーが起きました',
    en: 'Error',
    what: 'こちらの不具合です。時間をおいて、もう一度開いてください。入力したものは消えていません。',
  },
}

/** One calm page for everything that went wrong. */
export function ErrorPage({ status }: { status: number }) {
  const words = said[status] ?? said[500]
  return (
    <main id="main" className="mx-auto grid max-w-xl gap-4 p-6 pt-16 text-center">
      <p className="num text-display text-pine">{status}</p>
      <Head as="h1" className="text-h2">
        {words?.ja}
      </Head>
      <p lang="en" className="text-ink-3">
        {words?.en}
      </p>
      <p>{words?.what}</p>
      <p>
        <Link className="btn" data-kind="pine" to="/">
          ホームへもどる
        </Link>
      </p>
      <p lang="en" className="text-caption text-ink-3">
        Back to the home page
      </p>
    </main>
  )
}
