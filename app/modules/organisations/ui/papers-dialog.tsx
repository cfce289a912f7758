import type { JstDate } from '#kernel/jst.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { type DocumentFacts, isReplaced } from '../documents/document.ts'
import { PaperView } from './paper-view.tsx'

type Props = { name: string; documents: readonly DocumentFacts[]; today: JstDate; onClose: () => void }

/** All documents side by side, as large as the screen allows. */
const PapersDialog = ({ name, documents, today, onClose }: Props) => (
  <Dialog
    open
    wide
    onClose={onClose}
    title={`${name}の書類`}
    actions={
      <Button type="button" kind="line" data-safe onClick={onClose}>
        閉じる
      </Button>
    }
  >
    <ul className="grid grid-cols-1 gap-3 md:grid-cols-[repeat(auto-fit,minmax(20rem,1fr))]">
      {documents.map((document) => (
        <li key={document.id} className="grid grid-cols-1">
          <PaperView document={document} today={today} replaced={isReplaced(document, documents)} tall />
        </li>
      ))}
    </ul>
  </Dialog>
)

export default PapersDialog
