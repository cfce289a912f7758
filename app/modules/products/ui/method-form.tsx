import { Form } from 'react-router'
import type { Method } from '#kernel/enums.ts'
import { documentRule } from '#modules/organisations/documents/document.ts'
import { methodWord } from '#modules/products/catalog/catalog-labels.ts'
import { needsCertificate } from '#modules/products/catalog/certified-methods.ts'
import { Button } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { TextField } from '#ui/field.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import type { FarmMethod } from '../farm-page/farm-page.server.ts'
import '#styles/kit/file.css'
import '#styles/kit/choice.css'

type Props = {
  method: Method
  shown: FarmMethod | undefined
  mayChange: boolean
  errors: Readonly<Record<string, string>>
}

/** One growing method: whether the farm uses it, and the document that proves it. */
export function MethodForm({ method, shown, mayChange, errors }: Props) {
  const { certificate } = shown ?? {}
  const error = (field: string) => errors[`${field}.${method}`]
  const isWrong = ['paper', 'authority', 'number', 'expiresOn'].some((field) => error(field))
  return (
    <details className="card p-4" open={isWrong || undefined}>
      <summary className="min-h-(--target) cursor-pointer content-center">
        <b>
          <Explained inControl>{methodWord[method]}</Explained>
        </b>
        　
        <span className="text-ink-2">
          {shown ? '実施している' : '実施していない'}
          {certificate &&
            (certificate.expired
              ? '・証明書の期限切れ'
              : certificate.checked
                ? '・証明書を確認済み'
                : '・証明書を運営が確認します')}
        </span>
      </summary>
      <Form
        method="post"
        encType="multipart/form-data"
        noValidate
        preventScrollReset
        className="grid grid-cols-1 gap-4 pt-3"
      >
        <input type="hidden" name="method" value={method} />
        <input type="hidden" name="document" value={certificate?.id ?? ''} />
        <label className="choice">
          <input type="checkbox" name="shown" defaultChecked={shown !== undefined || isWrong} disabled={!mayChange} />
          <span className="choice-words">この方法で栽培している</span>
        </label>
        {needsCertificate(method) && (
          <>
            {certificate && (
              <p>
                <a
                  href={`/documents/${certificate.id}`}
                  target="_blank"
                  rel="noopener"
                  className="inline-flex min-h-(--target) items-center font-bold underline"
                >
                  登録済みの証明書を見る<span className="visually-hidden">（新しいタブ）</span>
                </a>
              </p>
            )}
            <div className="field">
              <label htmlFor={`paper-${method}`}>
                {certificate ? '新しい証明書' : '証明書'}
                <span className={certificate ? 'optional' : 'required'}>{certificate ? '任意' : '必須'}</span>
              </label>
              <p className="field-help">{documentRule.kinds}、10MBまで</p>
              <input
                id={`paper-${method}`}
                type="file"
                name="paper"
                accept={documentRule.accept.join(',')}
                className="file-input min-h-(--target)"
                aria-invalid={error('paper') ? true : undefined}
                aria-describedby={error('paper') ? `paper-${method}-error` : undefined}
              />
              {error('paper') && <FieldError id={`paper-${method}-error`}>{error('paper')}</FieldError>}
            </div>
            <TextField
              id={`authority-${method}`}
              name="authority"
              label="認証団体"
              need="optional"
              defaultValue={certificate?.authority ?? ''}
              error={error('authority')}
              maxLength={60}
              autoComplete="off"
            />
            <TextField
              id={`number-${method}`}
              name="number"
              label="認証番号"
              need="optional"
              defaultValue={certificate?.number ?? ''}
              error={error('number')}
              maxLength={40}
              autoComplete="off"
            />
            <div className="field">
              <label htmlFor={`expires-${method}`}>
                期限<span className="optional">任意</span>
              </label>
              <span className="field-line">
                <input
                  id={`expires-${method}`}
                  type="date"
                  name="expiresOn"
                  className="field-control"
                  defaultValue={certificate?.expiresOn ?? ''}
                  aria-invalid={error('expiresOn') ? true : undefined}
                  aria-describedby={error('expiresOn') ? `expires-${method}-error` : undefined}
                />
              </span>
              {error('expiresOn') && <FieldError id={`expires-${method}-error`}>{error('expiresOn')}</FieldError>}
            </div>
          </>
        )}
        {mayChange && (
          <p>
            <Button name="intent" value="method">
              保存する<span className="visually-hidden">：{methodWord[method]}</span>
            </Button>
          </p>
        )}
      </Form>
    </details>
  )
}
