import { FileText } from 'lucide-react'
import { type DocumentKind, documentKinds, type Side } from '#kernel/enums.ts'
import { fileSizeText } from '#kernel/file-rule.ts'
import { SelectField } from '#ui/field.tsx'
import { FileField } from '#ui/fields/file-field.tsx'
import { Link } from '#ui/link.tsx'
import { documentKindWord, documentRule, maxDocuments } from '../documents/document.ts'
import '#styles/kit/file.css'

export type ShownDocument = {
  id: string
  kind: DocumentKind
  fileName: string
  byteCount: number
  /** Its expiry, and whether staff have checked it; absent if unknown. */
  said?: string
}
type Props = { side: Side; documents: readonly ShownDocument[]; error: string | undefined }

export const documentsFieldId = 'profile-documents'

const farmKinds = documentKinds.filter((kind) => kind !== 'business_licence')

/** Uploaded documents, each with a way to remove it, and a field for more. */
export function DocumentFields({ side, documents, error }: Props) {
  const room = maxDocuments - documents.length
  return (
    <fieldset className="field-group">
      <legend>書類</legend>
      <p>
        {side === 'restaurant'
          ? '営業許可証の写真またはPDFを送信してください。スマートフォンで撮影した写真でかまいません。お手元にない場合は、後からでも送信できます。'
          : '許可証や届出の控えの写真またはPDFです。自家栽培の野菜や果物のみを販売する場合は不要です。後からでも送信できます。'}
      </p>
      {documents.length > 0 && <DocumentList documents={documents} />}
      {room > 0 && (
        <>
          {side === 'farm' && (
            <SelectField label="送信する書類の種類" name="documentKind" id="profile-documentKind" defaultValue="permit">
              {farmKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {documentKindWord[kind]}
                </option>
              ))}
            </SelectField>
          )}
          <FileField
            id={documentsFieldId}
            name="documents"
            label={side === 'restaurant' ? documentKindWord.business_licence : '許可証・届出などの写し'}
            need="optional"
            help={`${documentRule.kinds}。1つ${documentRule.maxMegabytes}MBまで`}
            rule={{ ...documentRule, maxFiles: room }}
            error={error}
          />
        </>
      )}
    </fieldset>
  )
}

/** The uploaded documents; 削除 submits the form, so that it works without script, and nothing typed is lost. */
export const DocumentList = ({
  documents,
  fixed = false,
}: {
  documents: readonly ShownDocument[]
  /** Read-only. */
  fixed?: boolean
}) => (
  <ul className="file-list" aria-label="受領した書類">
    {documents.map(({ id, kind, fileName, byteCount, said }) => (
      <li key={id}>
        <FileText aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 grow wrap-anywhere">
          <Link to={`/documents/${id}`} reloadDocument target="_blank" rel="noreferrer" className="prose-link">
            {fileName}
          </Link>
          <span className="block text-sub text-ink-2">
            {documentKindWord[kind]}・{fileSizeText(byteCount)}
          </span>
          {said && <span className="block text-sub font-bold">{said}</span>}
        </span>
        {!fixed && (
          <button
            type="submit"
            name="remove"
            value={id}
            formNoValidate
            className="btn shrink-0"
            data-kind="text"
            aria-label={`${fileName}を削除`}
          >
            削除
          </button>
        )}
      </li>
    ))}
  </ul>
)
