import { Form } from 'react-router'
import type { GoodsKind } from '#kernel/enums.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { goodsKindWord, standsFor } from '../approval/requirements.ts'
import { type DocumentFacts, documentKindWord } from '../documents/document.ts'
import { listOf } from '../sign-up/profile.ts'
import type { MemberProblem } from './member-problem.ts'

type Props = {
  document: DocumentFacts
  /** What the farm sells that requires a document; empty for a restaurant. */
  goods: readonly GoodsKind[]
  formKey: string
  /** Of this document's form. */
  problem: MemberProblem | undefined
  /** It is the next thing to do. */
  open: boolean
}

/** The content of the document, recorded by staff; saving it marks the document as checked. */
export function PermitForm({ document, goods, formKey, problem, open }: Props) {
  const possible = goods.filter((kind) => standsFor({ kind: document.kind, goodsKinds: [] }, kind))
  const id = (part: string) => `${part}-${document.id}`
  const written = (name: 'number' | 'authority' | 'holder' | 'issuedOn' | 'expiresOn') => ({
    name,
    need: 'optional' as const,
    defaultValue: problem?.typed[name] ?? document[name] ?? '',
    error: problem?.fields[name],
  })
  return (
    <Disclosure
      summary={`${documentKindWord[document.kind]}を${document.checkedAt ? '修正する' : '確認して記録する'}`}
      data-document={document.id}
      open={open || problem !== undefined || undefined}
    >
      <Form method="post" className="grid grid-cols-1 gap-3">
        <input type="hidden" name="intent" value="check" />
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="id" value={document.id} />
        <TextField {...written('number')} id={id('number')} label="番号" />
        <TextField {...written('authority')} id={id('authority')} label="交付機関" help="保健所・税務署など" />
        <TextField {...written('holder')} id={id('holder')} label="名義" />
        <DateField {...written('issuedOn')} id={id('issued')} label="交付日" />
        <DateField {...written('expiresOn')} id={id('expires')} label="有効期限" help="届出など期限のないものは空欄" />
        {possible.length > 0 && (
          <CheckboxGroup
            id={id('goods')}
            legend="この書類で販売できる品目"
            help="選択しない場合は、書類の種類に合う品目すべて"
            name="goodsKinds"
            choices={possible.map((kind) => ({ value: kind, label: goodsKindWord[kind] }))}
            defaultValues={problem ? listOf(problem.typed.goodsKinds) : document.goodsKinds}
          />
        )}
        <Button kind="line" className="justify-self-start">
          確認済みにする
        </Button>
      </Form>
    </Disclosure>
  )
}
