/** The product page's grid. Phones: a small cover beside the name, then one column; from 62rem on the offer stands beside the whole text. */
export const productAreas = [
  'mt-3 grid grid-cols-[--spacing(26)_minmax(0,1fr)] gap-x-4 gap-y-5 sm:grid-cols-[10rem_minmax(0,1fr)] md:mt-5 md:gap-x-8',
  "[grid-template-areas:'cover_head''detail_detail''offer_offer''more_more']",
  "md:grid-cols-[14rem_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:[grid-template-areas:'cover_head''cover_detail''offer_offer''more_more']",
  // Large letters make the outer columns give way, before the one between them is too narrow for a word.
  'lg:grid-cols-[minmax(6rem,13rem)_minmax(12rem,1fr)_minmax(14rem,18rem)]',
  'xl:grid-cols-[minmax(6rem,17rem)_minmax(12rem,1fr)_minmax(14rem,20rem)]',
  "lg:[grid-template-areas:'cover_head_offer''cover_detail_offer''more_more_offer']",
].join(' ')
