import { Suspense } from 'react'
import { Form } from 'react-router'
import { linkKinds } from '#kernel/enums.ts'
import { linkWord } from '#modules/products/farm-page/links.ts'
import { FarmLinks } from '#modules/products/ui/farm-links.tsx'
import LinkPreview from '#modules/products/ui/link-preview.tsx' with { load: 'later' }
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import type { Problem } from '#web/form.ts'
import type { Own } from './profile-screen.tsx'

export function Facts({ it: { facts, mayChange }, problem }: { it: Own; problem: Problem | undefined }) {
  const typed = problem?.typed ?? facts.own
  const field = (name: keyof typeof facts.own) => ({
    id: `facts-${name}`,
    name,
    defaultValue: typed[name] ?? '',
    error: problem?.fields[name],
    readOnly: !mayChange,
  })
  return (
    <section id="facts" aria-labelledby="facts-title" className="card grid scroll-mt-4 grid-cols-1 gap-4 p-4">
      <h2 id="facts-title" className="text-h3 font-bold">
        農園情報
      </h2>
      <dl className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        <dt className="text-ink-2">農園名</dt>
        <dd>
          {facts.name}（{facts.kana}）
        </dd>
        <dt className="text-ink-2">住所</dt>
        <dd>{facts.address}</dd>
        <dt className="text-ink-2">登録番号</dt>
        <dd>
          {facts.invoiceNumber ?? '登録なし'}　
          <Link to="/farmer/registration" className="underline underline-offset-4">
            履歴と変更
          </Link>
        </dd>
      </dl>
      <p className="text-sub text-ink-2">
        名前・住所は、運営が書類で確認しています。変更がある場合は
        <Link to="/restaurant/Inquiry" className="underline underline-offset-4">
          お問い合わせ
        </Link>
        からご連絡ください。
      </p>
      <Form key={facts.version} method="post" noValidate preventScrollReset className="grid grid-cols-1 gap-5">
        <input type="hidden" name="version" value={facts.version} />
        <TextField
          {...field('representative')}
          label="代表者の氏名"
          need="required"
          maxLength={40}
          autoComplete="name"
        />
        <TextField {...field('representativeKana')} label="代表者のフリガナ" need="optional" maxLength={60} />
        <TextField
          {...field('crest')}
          label="屋号の一文字"
          need="required"
          help="商品や伝票の横に、マークとして表示されます"
          maxLength={2}
          autoComplete="off"
        />
        <TextField
          {...field('place')}
          label="産地の略称"
          need="required"
          help="例 八代。産地のマークに表示されます"
          maxLength={8}
          autoComplete="off"
        />
        <TextField
          {...field('phone')}
          label="電話番号"
          need="required"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={20}
        />
        {mayChange && (
          <p>
            <Button name="intent" value="facts">
              農園情報を保存する
            </Button>
          </p>
        )}
      </Form>
    </section>
  )
}

export function Links({ it, problem }: { it: Own; problem: Problem | undefined }) {
  const urls = new Map(it.links.map(({ kind, url }) => [kind, url]))
  return (
    <section id="links" aria-labelledby="links-title" className="card grid scroll-mt-4 grid-cols-1 gap-4 p-4">
      <h2 id="links-title" className="text-h3 font-bold">
        リンク
      </h2>
      <Suspense fallback={<FarmLinks links={it.links} farm="この農園" />}>
        <LinkPreview formId="farm-links" saved={it.links} />
      </Suspense>
      {it.mayChange && (
        <Form id="farm-links" method="post" noValidate preventScrollReset className="grid grid-cols-1 gap-5">
          {linkKinds.map((kind) => (
            <TextField
              key={kind}
              id={`link-${kind}`}
              name={kind}
              label={linkWord[kind]}
              need="optional"
              help={kind === 'instagram' ? 'アドレス、または @名前' : undefined}
              defaultValue={problem?.typed[kind] ?? urls.get(kind) ?? ''}
              error={problem?.fields[kind]}
              maxLength={400}
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
            />
          ))}
          <p>
            <Button name="intent" value="links">
              リンクを保存する
            </Button>
          </p>
        </Form>
      )}
    </section>
  )
}
