// The words of everything behind the login: a file of its own for each language, which comes with this code and not with
// the shop's pages.
import { getRouteApi } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { onceOnline } from '#browser/when-wanted.ts'
import type english from '#locales/members/en-US.json'
import { type MessageKey, wordsOf } from '#platform/i18n/messages.ts'
import { createTranslate, type KeysOf, type Translate, type WordTree } from '#platform/i18n/words.ts'

export type MemberKey = KeysOf<typeof english>
/** Knows the shop's words, too: what the server says in its refusals is among them. */
export type TranslateMember = Translate<MemberKey | MessageKey>

const root = getRouteApi('__root__')

const readWords = createIsomorphicFn()
  .server(async () => {
    const files = import.meta.glob<WordTree>('../../../locales/members/*.json', { import: 'default', eager: true })
    return (code: string): WordTree => files[`../../../locales/members/${code}.json`] ?? {}
  })
  .client(async () => {
    const urls = import.meta.glob<string>('../../../locales/members/*.json', {
      query: '?url',
      import: 'default',
      eager: true,
    })
    const url = urls[`../../../locales/members/${document.documentElement.dataset.locale}.json`] ?? ''
    const tree = await onceOnline(async () => {
      const answer = await fetch(url)
      if (!answer.ok) throw new Error('the language file could not be read')
      return (await answer.json()) as WordTree
    })
    return (_code: string): WordTree => tree
  })

// Whoever imports this waits for the words, and with it the page that is about to come alive.
const words = await readWords()

const translators = new Map<string, TranslateMember>()

/** `const t = useMemberWords()`: as useWords, for the pages behind the login. */
export function useMemberWords(): TranslateMember {
  const { locale } = root.useRouteContext()
  let translate = translators.get(locale.code)
  if (!translate) {
    translate = createTranslate(locale, [words(locale.code), wordsOf(locale.code)])
    translators.set(locale.code, translate)
  }
  return translate
}
