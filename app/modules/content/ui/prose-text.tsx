import '#styles/kit/prose.css'

/** Words that somebody wrote in Markdown. They come as safe HTML. */
export const ProseText = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered without the author's HTML, see markdown.server.ts
  <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
)
