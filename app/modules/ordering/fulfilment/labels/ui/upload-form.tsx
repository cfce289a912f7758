import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import '#styles/kit/file.css'

/** Which file the carrier's program wrote. */
export function UploadForm({ busy, sentence }: { busy: boolean; sentence: string | undefined }) {
  return (
    <>
      <p>
        送り状発行ソフトで送り状を発行した後に書き出したファイルを、Excelで開かずにそのまま選択してください。次の画面で1行ずつ確認してから、番号を個口に登録します。
      </p>
      <Form method="post" encType="multipart/form-data" className="card grid grid-cols-1 gap-4 p-4">
        <input type="hidden" name="intent" value="preview" />
        <div className="field">
          <label htmlFor="label-file">
            <Explained inControl>CSVファイル</Explained>
            <span className="required">必須</span>
          </label>
          <p className="field-help">
            B2クラウドの発行済データ、e飛伝Ⅲの出荷履歴、ゆうプリRの発送履歴、または送り状番号を入力した個口の一覧（6MBまで）
          </p>
          <input
            id="label-file"
            type="file"
            name="upload"
            accept=".csv,text/csv"
            className="file-input min-h-(--target)"
            aria-describedby={sentence ? 'label-file-error' : undefined}
            aria-invalid={sentence ? true : undefined}
          />
          {sentence && <FieldError id="label-file-error">{sentence}</FieldError>}
        </div>
        <Button size="lg" busy={busy}>
          内容を確認する
        </Button>
      </Form>
    </>
  )
}
