// The pages beside the shelves, in the order in which header, drawer and footer name them. Labels: `shell.<name>`.
export const SERVICE_LINKS = [
  { name: 'news', href: '/news' },
  { name: 'wholesale', href: '/wholesale' },
  { name: 'sellToUs', href: '/sale' },
  { name: 'feedback', href: '/feedback' },
] as const
