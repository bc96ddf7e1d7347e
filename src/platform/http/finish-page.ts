// Makes of what the renderer wrote the page that is sent: its own scripts are known and their mark is gone, its clock is gone, and
// what brings it to life waits until it is drawn. A page has 200,000 letters: it is gone through once, by where scripts begin,
// and copied once.
import { ENTRY, FOR_SCRIPTS, START_SCRIPT } from './scripts-later.ts'
import { hashOf, nonceMark } from './trusted-scripts.ts'

export interface FinishedPage {
  html: string
  /** CSP source expressions of its own scripts. */
  hashes: string[]
}

const START = `<script>${START_SCRIPT}</script>`
const START_HASH = hashOf(START_SCRIPT)

/**
 * `rendered`: with the renderer's own scripts marked by the nonce. The word is taken out again, so that the same content is the same
 * bytes. Where nothing is found that brings the page to life, nothing is put off.
 */
export function finishPage(rendered: string, nonce: string): FinishedPage {
  const mark = nonceMark(nonce)
  const headEnd = Math.max(rendered.indexOf('</head>'), 0)
  const hashes = new Set<string>()
  const pieces: string[] = []
  const heads: number[] = []
  let entryAt: number | undefined

  /** Between scripts. React writes links and the mark's own line into the head alone. */
  function between(from: number, to: number) {
    const inHead = Math.min(Math.max(headEnd, from), to)
    if (from < inHead) {
      const head = rendered.slice(from, inHead).replace(`<meta property="csp-nonce" content="${nonce}"/>`, '')
      heads.push(pieces.length)
      pieces.push(head.replaceAll(mark, ''))
    }
    if (inHead < to) pieces.push(rendered.slice(inHead, to).replaceAll(mark, ''))
  }

  let at = 0
  for (let from = rendered.indexOf('<script'); from >= 0; from = rendered.indexOf('<script', at)) {
    const opened = rendered.indexOf('>', from) + 1
    const closed = rendered.indexOf('</script>', opened)
    if (opened === 0 || closed < 0) break
    between(at, from)
    at = closed + '</script>'.length
    const tag = rendered.slice(from, opened)
    if (!tag.includes(mark)) {
      pieces.push(rendered.slice(from, at))
      continue
    }
    const own = tag.replace(mark, '')
    const body = withoutClock(rendered.slice(opened, closed))
    if (entryAt === undefined && ENTRY.test(`${own}</script>`)) entryAt = pieces.length
    // Data blocks do not run, and what has an address is allowed by it.
    else if (!/\ssrc=|type="application\/(ld\+)?json"/.test(own)) hashes.add(hashOf(body))
    pieces.push(own, body, '</script>')
  }
  between(at, rendered.length)
  if (entryAt === undefined) return { html: pieces.join(''), hashes: [...hashes] }

  const links = heads.flatMap((i) => pieces[i]!.match(FOR_SCRIPTS) ?? []).join('')
  for (const i of heads) pieces[i] = pieces[i]!.replace(FOR_SCRIPTS, '')
  pieces[entryAt] = `<template>${links}${pieces[entryAt]}`
  pieces[entryAt + 2] += `</template>${START}`
  return { html: pieces.join(''), hashes: [...hashes, START_HASH] }
}

/** The renderer notes when it loaded what; the browser counts from when it got it. */
function withoutClock(script: string): string {
  // Quotes within a text of the page are escaped there: `s:"` stands only where the renderer wrote it.
  return script.replace(/,u:\d{13},s:"/g, ',u:Date.now(),s:"')
}
