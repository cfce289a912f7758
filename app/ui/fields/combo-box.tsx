import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { searchKey } from '#kernel/text.ts'
import type { FieldAria } from '#ui/field-frame.tsx'
import { ReactAria } from '#ui/react-aria.tsx'
import { iconOnly } from '../icon-button.tsx'
import type { ComboOption } from './combo-box-field.tsx'
import '#styles/kit/combo-box.css'
import '#styles/kit/field-popover.css'

type Props = {
  aria: FieldAria
  name: string
  label: string
  options: readonly ComboOption[]
  value: string
  onChoose: (value: string) => void
  onLeave: (control: HTMLInputElement) => void
}

/**
 * The input form of ComboBoxField. ひらがな, カタカナ and widths match each other; Enter during composition ends the
 * composition and selects nothing.
 */
export default function ComboBox({ aria, name, label, options, value, onChoose, onLeave }: Props) {
  const labelOf = (key: string) => options.find((option) => option.value === key)?.label ?? ''
  const [typed, setTyped] = useState(labelOf(value))
  const wanted = searchKey(typed === labelOf(value) ? '' : typed)
  const found = options.filter((option) => searchKey(`${option.label} ${option.help ?? ''}`).includes(wanted))
  return (
    <ReactAria>
      <AriaComboBox
        aria-label={label}
        name={name}
        formValue="key"
        menuTrigger="focus"
        allowsEmptyCollection
        items={found.map((option) => ({ ...option, id: option.value }))}
        inputValue={typed}
        onInputChange={setTyped}
        selectedKey={value || null}
        onSelectionChange={(key) => {
          const chosen = key === null ? '' : String(key)
          onChoose(chosen)
          setTyped(labelOf(chosen))
        }}
      >
        <span className="field-line">
          <Input {...aria} className="field-control" onBlur={(event) => onLeave(event.currentTarget)} />
          <Button className="field-end" {...iconOnly('候補を表示')}>
            <ChevronsUpDown aria-hidden="true" />
          </Button>
        </span>
        <Popover className="field-popover combo-popover">
          <ListBox<ComboOption & { id: string }>
            className="combo-list"
            renderEmptyState={() => (
              <p className="field-help">「{typed}」は見つかりません。他の言葉で検索してください</p>
            )}
          >
            {(option) => (
              <ListBoxItem id={option.id} textValue={option.label} className="combo-option">
                <b>{option.label}</b>
                {option.help && <small>{option.help}</small>}
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </AriaComboBox>
    </ReactAria>
  )
}
