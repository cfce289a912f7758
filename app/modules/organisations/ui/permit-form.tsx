import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextField } from '#ui/field.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { type DocumentFacts, documentKindWord } from '../documents/document.ts'

/** What the paper says, written down by whoever has read it; with it the paper counts as checked. */
export function PermitForm({ document, formKey }: { document: DocumentFacts; formKey: string }) {
  const id = (part: string) => `${part}-${document.id}`
  return (
    <Disclosure
      summary={`${documentKindWord[document.kind]}を${document.checkedAt ? '書きなおす' : '確認して書きとめる'}`}
      data-document={document.id}
    >
      <Form method="post" className="grid grid-cols-1 gap-3">
        <input type="hidden" name="do" value="check" />
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="document" value={document.id} />
        <TextField id={id('number')} label="番号" name="number" need="optional" defaultValue={document.number} />
        <TextField
          id={id('authority')}
          label="交付したところ"
          help="保健所・税務署など"
          name="authority"
          need="optional"
          defaultValue={document.authority}
        />
        <TextField id={id('holder')} label="名義" name="holder" need="optional" defaultValue={document.holder} />
        <DateField
          id={id('issued')}
          label="交付日"
          name="issuedOn"
          need="optional"
          defaultValue={document.issuedOn ?? ''}
        />
        <DateField
          id={id('expires')}
          label="有効期限"
          help="届出のように期限のないものは空欄"
          name="expiresOn"
          need="optional"
          defaultValue={document.expiresOn ?? ''}
        />
        <Button kind="line" className="justify-self-start">
          確認ずみにする
        </Button>
      </Form>
    </Disclosure>
  )
}
