import { FileText, X } from 'lucide-react'
import { fileSizeText } from '#kernel/file-rule.ts'
import { IconButton } from '../icon-button.tsx'
import { FileDrop, type FileFieldProps } from './file-drop.tsx'
import '#styles/kit/file.css'

const asItIs = async (file: File) => ({ file, preview: null })

/** Documents: selected, dropped or pasted, each with its size and a button to remove it. */
export const FileField = (props: FileFieldProps) => (
  <FileDrop
    {...props}
    prepare={asItIs}
    invitation="ここにファイルをドロップするか、選択してください"
    list={(files, { remove }) => (
      <ul className="file-list" aria-label="選択したファイル">
        {files.map(({ key, file }) => (
          <li key={key}>
            <FileText aria-hidden="true" />
            <span className="min-w-0 grow wrap-anywhere">{file.name}</span>
            <span className="num-col shrink-0 text-sub">{fileSizeText(file.size)}</span>
            <IconButton label={`${file.name}の選択を解除`} onClick={() => remove(key)}>
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    )}
  />
)
