// The operator's Markdown as HTML that may stand in any page: no HTML of theirs comes through, links lead to the web, to
// mail, to a phone or into the shop, headings begin at h2 in order, and nothing carries a style (the pages' policy).
import MarkdownIt, { type Token } from 'markdown-it'

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, breaks: false })
  // Pictures would come from elsewhere, which the pages' policy forbids.
  .disable('image')

markdown.validateLink = (href) => targetOf(href) !== undefined
markdown.core.ruler.push('headings-in-order', ({ tokens }) => orderHeadings(tokens))
markdown.core.ruler.push('links-lead-somewhere', ({ tokens }) => dropEmptyLinks(tokens))
markdown.core.ruler.push('no-styles', ({ tokens }) => replaceStyles(tokens))

markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  const token = tokens[index]!
  if (targetOf(String(token.attrGet('href') ?? '')) === 'elsewhere')
    token.attrSet('rel', 'noopener noreferrer nofollow')
  return self.renderToken(tokens, index, options)
}

/** Safe by construction: whatever the text holds. */
export function markdownToHtml(text: string): string {
  return markdown.render(text)
}

const SHOP = 'https://shop.invalid'

function targetOf(href: string): 'here' | 'elsewhere' | 'mail or phone' | undefined {
  const url = URL.parse(href, `${SHOP}/`)
  if (!url) return undefined
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return 'mail or phone'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  if (url.origin !== SHOP) return /^https?:\/\//i.test(href) ? 'elsewhere' : undefined
  return href.startsWith('/') || href.startsWith('#') ? 'here' : undefined
}

/** The highest heading becomes h2, and none is more than one step below the one before it. */
function orderHeadings(tokens: Token[]) {
  const levelOf = (token: Token) => Number(token.tag.slice(1))
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close')
  const shift = 2 - Math.min(...headings.map(levelOf))
  let before = 1
  for (const token of headings) {
    const level = token.type === 'heading_close' ? before : Math.min(levelOf(token) + shift, before + 1, 6)
    token.tag = `h${level}`
    before = level
  }
}

/** `[](…)` and a refused address leave a link to nowhere, which is the page itself: its text stays, the link goes. */
function dropEmptyLinks(tokens: Token[]) {
  for (const token of tokens) {
    if (!token.children) continue
    // Links hold no links, so an end belongs to the beginning before it.
    let empty = false
    token.children = token.children.filter((child) => {
      if (child.type === 'link_open') empty = !child.attrGet('href')
      return !(empty && (child.type === 'link_open' || child.type === 'link_close'))
    })
  }
}

/** Aligned table columns are the only thing that markdown-it styles. */
function replaceStyles(tokens: Token[]) {
  for (const token of tokens) {
    const align = /text-align:(\w+)/.exec(String(token.attrGet('style') ?? ''))?.[1]
    if (!token.attrs) continue
    token.attrs = token.attrs.filter(([name]) => name !== 'style')
    if (align) token.attrSet('data-align', align)
  }
}
