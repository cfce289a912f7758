import { NotFound } from '#kernel/errors.ts'
import { renderMail } from '#modules/notifications/render-mail.server.ts'
import { withSite } from '#modules/notifications/with-site.server.ts'
import { mailKinds } from '#notification-kinds.server.ts'
import { Link } from '#ui/link.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/mail-templates.ts'
import { forDevelopers } from './for-developers.server.ts'
import { MailParts } from './mail-parts.tsx'

export const meta = () => ownMeta('メールの見本')

/** `?template=` selects one; the first one by default. */
export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  forDevelopers(ctx, context)
  const asked = new URL(request.url).searchParams.get('template')
  const kind = asked === null ? mailKinds[0] : mailKinds.find(({ name }) => name === asked)
  if (!kind) throw new NotFound('mail')
  const stored = { ...(await renderMail(kind.sampleMessage())), codeId: null }
  return {
    template: kind.name,
    templates: mailKinds.map(({ name }) => name),
    parts: withSite(stored, { site: context.get(requestFacts).secureOrigin, encryption: null }),
  }
})

/** Every mail that we write, with made-up data, so that it can be read before a user gets it. */
export default function MailTemplatesPage({ loaderData: { template, templates, parts } }: Route.ComponentProps) {
  return (
    <main
      id="main"
      className="mx-auto grid w-full max-w-6xl grid-cols-1 items-start gap-5 px-3.5 py-6 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-x-8 lg:py-10"
    >
      <h1 className="text-h3 font-bold lg:col-span-2">メールの見本</h1>
      <nav aria-label="メールの種類" className="card max-h-64 overflow-y-auto lg:max-h-none">
        <ul lang="en" className="divide-y divide-line">
          {templates.map((name) => (
            <li key={name}>
              <Link
                to={`/test/mails/templates?template=${name}`}
                aria-current={name === template ? 'page' : undefined}
                className="flex min-h-11 items-center px-4 wrap-anywhere hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-bold"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid grid-cols-1 gap-5">
        <MailParts {...parts} />
      </div>
    </main>
  )
}
