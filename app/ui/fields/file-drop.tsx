import { type ChangeEvent, type ComponentPropsWithRef, type ReactNode, useEffect, useId, useRef } from 'react'
import type { FileRule } from '#kernel/file-rule.ts'
import { useHydrated } from '#ui/browser-state.ts'
import { Field, FieldError, type FieldFrame } from '#ui/field-frame.tsx'
import { answerFor } from './field-checks.ts'
import { type HeldFile, useFiles } from './use-files.ts'
import '#styles/kit/file.css'

export type FileFieldProps = FieldFrame &
  Pick<ComponentPropsWithRef<'input'>, 'id' | 'name'> & {
    rule: FileRule
  }

type Props = FileFieldProps & {
  prepare: (file: File) => Promise<{ file: File; preview: string | null }>
  /** The text of the area: 「ここに写真をドロップするか、選択してください」 */
  invitation: ReactNode
  /** The list of the selected files. */
  list: (
    files: readonly HeldFile[],
    edit: { remove: (key: string) => void; forward: (key: string) => void },
  ) => ReactNode
  /** An alternative to selecting: the camera. */
  extra?: (add: (files: readonly File[]) => Promise<void>) => ReactNode
}

/**
 * A native file input with an area around it onto which files can be dropped or pasted. Without script it is just that
 * input.
 */
export function FileDrop({ rule, prepare, invitation, list, extra, name, ...frame }: Props) {
  const made = useId()
  const id = frame.id ?? made
  const input = useRef<HTMLInputElement>(null)
  const files = useFiles({ input, rule, prepare })
  const hydrated = useHydrated()
  const words = typeof frame.label === 'string' ? frame.label : 'ファイル'
  useEffect(() =>
    answerFor(id, {
      label: words,
      ask: () => (frame.need === 'required' && files.held.length === 0 ? `${words}を選択してください` : undefined),
    }),
  )
  function chosen(event: ChangeEvent<HTMLInputElement>) {
    void files.add([...(event.currentTarget.files ?? [])])
  }
  return (
    <div>
      <Field {...frame} id={id} error={frame.error}>
        {(aria) => (
          <div className="file-drop" data-over={files.over || undefined} {...(hydrated && files.dropZone)}>
            <p className="file-drop-words">{hydrated ? invitation : '選択してください'}</p>
            <input
              {...aria}
              ref={input}
              type="file"
              name={name}
              accept={rule.accept.join(',')}
              multiple={rule.maxFiles > 1}
              className="file-input"
              onChange={chosen}
            />
            {hydrated && extra?.(files.add)}
          </div>
        )}
      </Field>
      {files.held.length > 0 && list(files.held, files)}
      <div role="status" className="grid">
        {files.working && <p className="field-help">写真を縮小しています</p>}
        {files.sentences.map((sentence) => (
          <FieldError key={sentence}>{sentence}</FieldError>
        ))}
      </div>
    </div>
  )
}
