export function activationSteps(_code: string | null, _locale: string): string[] {
  return []
}
