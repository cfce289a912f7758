/** The name under which the device keeps what was typed into the question. */
export const inquiryDraft = 'inquiry'
