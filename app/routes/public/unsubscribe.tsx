import { data } from 'react-router'
import { type NotificationTopic, notificationTopicNames } from '#kernel/notification-enums.ts'
import { stopMails } from '#modules/notifications/notification-settings.server.ts'
import { notificationTopics } from '#modules/notifications/notification-topics.ts'
import { FieldPanel } from '#routes/auth/field-panel.tsx'
import { Link } from '#ui/link.tsx'
import { ownMeta } from '#web/page-meta.ts'
import { requestCtx, requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/unsubscribe.ts'

export const meta = () => ownMeta('メールの停止')

const unkept = { 'cache-control': 'private, no-store' }
export const headers = () => unkept

type Params = { key: string; kind: string }

/** The current form of the key, or the UUID of mails sent before. */
const keyShape = /^([\w-]{43}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

const asked = ({ key, kind }: Params): { key: string; kind: NotificationTopic } | null => {
  const known = notificationTopicNames.find((name) => name === kind)
  return known && keyShape.test(key) && !notificationTopics[known].needed ? { key, kind: known } : null
}

/** A page view stops nothing: mail scanners open every address in a mail. */
export function loader({ params }: Route.LoaderArgs) {
  const it = asked(params)
  if (!it) throw data(null, { status: 404 })
  return data({ word: notificationTopics[it.kind].word }, { headers: unkept })
}

/** One POST, from the page or from a mail program itself (RFC 8058). */
export async function action({ params, context }: Route.ActionArgs) {
  const it = asked(params)
  const { db } = context.get(requestCtx)
  const { encryption } = context.get(requestFacts)
  if (!it || !(await stopMails({ db, encryption }, it))) throw data(null, { status: 404 })
  return data({ stopped: true }, { headers: unkept })
}

export default function UnsubscribePage({ loaderData: { word }, actionData }: Route.ComponentProps) {
  return (
    <main id="main" tabIndex={-1}>
      <FieldPanel>
        <h1 className="text-h3 font-bold">{actionData ? 'メールを停止しました' : 'メールを停止しますか'}</h1>
        <p>
          {actionData
            ? `「${word}」のメールは、今後届きません。画面の「お知らせ」では、いつでも閲覧できます。`
            : `「${word}」のメールを停止します。注文など、取引に必要なメールはこれまでどおり届きます。`}
        </p>
        {!actionData && (
          <form method="post" className="grid">
            <button type="submit" className="btn" data-kind="pine" data-size="lg">
              停止する
            </button>
          </form>
        )}
        <p>
          他の通知方法は
          <Link to="/profile/notices" className="prose-link font-bold">
            お知らせの受信設定
          </Link>
          で選択できます。
        </p>
      </FieldPanel>
    </main>
  )
}
