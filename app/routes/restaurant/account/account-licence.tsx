import { FileText } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { fileSizeText } from '#kernel/file-rule.ts'
import type { JstDate } from '#kernel/jst.ts'
import { expiryStage, expiryText } from '#modules/organisations/approval/checks.ts'
import {
  type DocumentFacts,
  documentKindWord,
  documentRule,
  maxDocuments,
} from '#modules/organisations/documents/document.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { FileField } from '#ui/fields/file-field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Problem } from '#web/form.ts'
import '#styles/kit/file.css'

type Props = { documents: readonly DocumentFacts[]; today: JstDate; problem: Problem | undefined }

/** 営業許可証: the existing ones with their expiry, and an upload for the next one. */
export default function LicencePart({ documents, today, problem }: Props) {
  const busy = useNavigation().formData?.get('intent') === 'licence'
  const ends = documents.flatMap(({ kind, expiresOn }) => (kind === 'business_licence' && expiresOn ? [expiresOn] : []))
  const last = ends.toSorted().at(-1)
  const stage = last ? expiryStage(last, today) : null
  return (
    <>
      {stage === 'past' && (
        <Notice tone="akane">許可証の期限が切れています。新しい許可証の写しを、至急送信してください。</Notice>
      )}
      {stage !== null && stage !== 'past' && (
        <Notice tone="tag">許可証の期限が近づいています。更新後、新しい写しを送信してください。</Notice>
      )}
      {documents.length === 0 ? (
        <p className="text-ink-2">許可証はまだ登録されていません。</p>
      ) : (
        <ul className="file-list" aria-label="受領した書類">
          {documents.map((document) => (
            <Paper key={document.id} {...{ document, today }} />
          ))}
        </ul>
      )}
      {documents.length < maxDocuments && (
        <Disclosure
          summary="新しい許可証の写しを送信"
          open={problem !== undefined || documents.length === 0 || stage !== null || undefined}
        >
          <Form method="post" encType="multipart/form-data" noValidate className="grid grid-cols-1 gap-5">
            <input type="hidden" name="intent" value="licence" />
            <FileField
              id="account-documents"
              name="documents"
              label="許可証の写し"
              need="required"
              help={`${documentRule.kinds}。${documentRule.maxMegabytes}MBまで`}
              rule={{ ...documentRule, maxFiles: 1 }}
              error={problem?.fields.documents}
            />
            <DateField
              id="account-expiresOn"
              name="expiresOn"
              label="有効期限"
              need="optional"
              help="期限の60日・30日・7日前に、メールでお知らせします"
              min={today}
              defaultValue={problem?.typed.expiresOn}
              error={problem?.fields.expiresOn}
            />
            <p>
              <Button busy={busy}>許可証を送信</Button>
            </p>
          </Form>
        </Disclosure>
      )}
    </>
  )
}

function Paper({ document, today }: { document: DocumentFacts; today: JstDate }) {
  const { id, kind, fileName, byteCount, number, expiresOn, checkedAt } = document
  const stage = expiresOn && expiryStage(expiresOn, today)
  return (
    <li className="flex-wrap">
      <FileText aria-hidden="true" className="shrink-0" />
      <span className="grid min-w-0 grow basis-48 gap-1 py-2 wrap-anywhere">
        <Link
          to={`/documents/${id}`}
          reloadDocument
          target="_blank"
          rel="noreferrer"
          className="prose-link justify-self-start"
        >
          {fileName}
        </Link>
        <span className="text-sub text-ink-2">
          {documentKindWord[kind]}
          {number && `・${number}`}・{fileSizeText(byteCount)}
        </span>
        <span className="flex flex-wrap gap-2">
          <Badge tone={checkedAt ? 'matcha' : 'line'}>{checkedAt ? '確認済み' : '確認待ち'}</Badge>
          {expiresOn && (
            <Badge
              tone={stage === 'past' || stage === 7 ? 'akane' : stage === null ? 'line' : 'tag'}
              className="whitespace-normal"
            >
              {expiryText(expiresOn, today)}
            </Badge>
          )}
        </span>
      </span>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="licence_remove" />
        <Confirm
          kind="text"
          name="id"
          value={id}
          question={`「${fileName}」を削除しますか`}
          consequence="削除したことは運営に通知されます。もう一度送信することもできます。"
          confirm="削除"
        >
          削除<span className="visually-hidden">（{fileName}）</span>
        </Confirm>
      </Form>
    </li>
  )
}
