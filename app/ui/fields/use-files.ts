import { type ClipboardEvent, type DragEvent, type RefObject, useState } from 'react'
import { type FileRule, sortFiles } from '#kernel/file-rule.ts'

export type HeldFile = { key: string; file: File; preview: string | null }

type Options = {
  input: RefObject<HTMLInputElement | null>
  rule: FileRule
  /** Prepares a file for sending. */
  prepare: (file: File) => Promise<{ file: File; preview: string | null }>
}

/** The files of a native file input, which can be added by drop and paste, removed and reordered. */
export function useFiles({ input, rule, prepare }: Options) {
  const [held, setHeld] = useState<readonly HeldFile[]>([])
  const [sentences, setSentences] = useState<readonly string[]>([])
  const [over, setOver] = useState(false)
  const [working, setWorking] = useState(false)

  /** The input sends what it holds, so it has to hold what is shown. */
  function keep(files: readonly HeldFile[]) {
    setHeld(files)
    const transfer = new DataTransfer()
    for (const { file } of files) transfer.items.add(file)
    if (input.current) input.current.files = transfer.files
  }
  async function add(files: readonly File[]) {
    const one = rule.maxFiles === 1
    const sorted = sortFiles(files, rule, one ? 0 : held.length)
    setSentences(sorted.sentences)
    setWorking(true)
    const ready = await Promise.all(sorted.taken.map(prepare))
    setWorking(false)
    const added = ready.map((it) => ({ key: crypto.randomUUID(), ...it }))
    keep(one && added.length > 0 ? added : [...held, ...added])
  }
  return {
    held,
    sentences,
    over,
    working,
    add,
    remove(key: string) {
      setSentences([])
      keep(held.filter((file) => file.key !== key))
    },
    /** One position nearer to the front. */
    forward(key: string) {
      const at = held.findIndex((file) => file.key === key)
      const [file, before] = [held[at], held[at - 1]]
      if (file && before) keep(held.with(at - 1, file).with(at, before))
    },
    dropZone: {
      onDragOver(event: DragEvent) {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault()
        setOver(false)
        void add([...event.dataTransfer.files])
      },
      onPaste(event: ClipboardEvent) {
        const files = [...event.clipboardData.files]
        if (files.length === 0) return
        event.preventDefault()
        void add(files)
      },
    },
  }
}
