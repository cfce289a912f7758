/** A browser that navigates asks for a page; our script accepts anything. */
export const isSentByScript = (request: Request) => !request.headers.get('accept')?.includes('text/html')
