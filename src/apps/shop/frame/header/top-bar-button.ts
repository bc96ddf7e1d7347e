/** The small buttons and links of the top bar. */
export const topBarButton =
  'touch-target inline-flex min-h-8 items-center justify-center gap-1.5 rounded-control px-2 text-sm whitespace-nowrap transition-colors hover:bg-tint'
