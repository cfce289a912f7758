import type { ReturnedFile } from '../import-labels.server.ts'

/** The file, sent along from page to page until it is taken over. */
export const GivenFields = ({ given, columns = true }: { given: ReturnedFile; columns?: boolean }) => (
  <>
    <textarea name="file" defaultValue={given.file} hidden readOnly />
    <input type="hidden" name="fileName" value={given.fileName} />
    {columns && given.customerNumberColumn !== undefined && given.trackingNumberColumn !== undefined && (
      <>
        <input type="hidden" name="carrier" value={given.carrier ?? ''} />
        <input type="hidden" name="customerNumberColumn" value={given.customerNumberColumn} />
        <input type="hidden" name="trackingNumberColumn" value={given.trackingNumberColumn} />
      </>
    )}
  </>
)
