import type { ComponentPropsWithRef } from 'react'
import { Form } from 'react-router'

type Props = ComponentPropsWithRef<typeof Form> & {
  formKey: string
  /** Milliseconds since 1970, as text or number: when the form was opened. */
  openedAt: string | number
  website: string | undefined
}

/** The form of both steps: its key, and the fields that only a machine fills in (`looksLikeMachine`). */
export const InquiryFrame = ({ formKey, openedAt, website, children, ...form }: Props) => (
  <Form
    {...form}
    method="post"
    encType="multipart/form-data"
    noValidate
    className="group/inquiry grid grid-cols-1 gap-6"
  >
    <input type="hidden" name="key" value={formKey} />
    <input type="hidden" name="opened" value={openedAt} />
    <p className="absolute -left-[200vw]" aria-hidden="true">
      <label>
        この欄は空欄のままにしてください
        <input name="website" tabIndex={-1} autoComplete="off" defaultValue={website} />
      </label>
    </p>
    {children}
  </Form>
)
