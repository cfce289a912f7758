/** The storage key of the inquiry's draft on the device. */
export const inquiryDraft = 'inquiry'
