// The HTML of every kind of page, as the server sends it, against the standard.
import { HtmlValidate } from 'html-validate'
import { expect, inLanguage, KEY_LANGUAGES, test } from './support/fixtures.ts'
import { anArticle, htmlOf } from './support/html.ts'

const judge = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // React writes void elements and boolean attributes in its own way; to a parser they are the same.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'attr-case': 'off',
    'doctype-style': 'off',
    // As the standard says: any character but a space. React numbers its ids with underscores.
    'valid-id': ['error', { relaxed: true }],
    // Everything is our own; the content policy allows nothing else.
    'require-sri': ['error', { target: 'crossorigin' }],
    // A group of checkboxes has one name: so a form without JavaScript sends a list.
    'form-dup-name': ['error', { shared: ['radio', 'button', 'reset', 'submit', 'checkbox'] }],
    // Searchable pickers, which no <select> is; and the menu, which without JavaScript is the link that it is written as.
    'prefer-native-element': ['error', { exclude: ['listbox', 'button'] }],
    // A list item may be named (ARIA 1.2 §5.2.8.4): "3 of 6".
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // Where text is twice as large, a number must be able to break.
    'tel-non-breaking': 'off',
  },
})

const PAGES: [path: string, status?: number][] = [
  ['/'],
  ['/pc-games'],
  ['/pc-games?page=2&sort=2&stock=0'],
  ['/pc-games?page=999'],
  ['/rpg-games/elden-ring'],
  ['/steam-wallet/steam-gift-card-usd'],
  ['/search?name=witcher'],
  ['/search?name=zzzzqqqq'],
  ['/checkout'],
  ['/success-payment'],
  ['/news'],
  ['an article'],
  ['/about-us'],
  ['/contact-us'],
  ['/accessibility'],
  ['/feedback'],
  ['/wholesale'],
  ['/sale'],
  ['/withdraw'],
  ['/newsletter'],
  ['/rpg-games/no-such-game', 404],
  ['/%zz', 400],
]

for (const [named, status] of PAGES) {
  test(`${named} is valid HTML`, async ({ request }) => {
    const path = named === 'an article' ? await anArticle(request) : named
    for (const language of KEY_LANGUAGES) {
      const html = await htmlOf(request, inLanguage(path, language), status)
      const { results } = await judge.validateString(html)
      const faults = results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
      )
      expect([...new Set(faults)], `${path} in ${language}`).toEqual([])
    }
  })
}
