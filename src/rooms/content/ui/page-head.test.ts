import { expect, test } from 'vitest'
import { headTexts } from './page-head.ts'

const own = { title: 'Steam', description: '12 products' }
const root = (seo: object) => [{ loaderData: { website: { seo } } }, { loaderData: undefined }]

test('a page has the interface’s words until the operator has written others', () => {
  const words = [{ title: 'Steam' }, { name: 'description', content: '12 products' }]
  expect(headTexts(root({}), 'page_product_list', own)).toEqual(words)
  expect(headTexts(root({ page_home: { seoTitle: 'x', seoKey: '', seoDec: '' } }), 'page_product_list', own)).toEqual(
    words,
  )
  expect(headTexts([], 'page_product_list', own)).toEqual(words)
  expect(headTexts([], 'page_checkout', { title: 'Checkout' })).toEqual([{ title: 'Checkout' }])
})

test('the operator’s words may name what the page shows', () => {
  const seo = { page_product_list: { seoTitle: '{{name}}, cheap{{nothing}}', seoKey: 'keys, {{name}}', seoDec: '' } }
  expect(headTexts(root(seo), 'page_product_list', own, { name: 'Steam' })).toEqual([
    { title: 'Steam, cheap' },
    { name: 'description', content: '12 products' },
    { name: 'keywords', content: 'keys, Steam' },
  ])
})
