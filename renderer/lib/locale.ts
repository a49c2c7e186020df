const readable = (name: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(name)[0]
  } catch {
    return undefined
  }
}

/**
 * The reader's locale. Some systems give the browser a name that `Intl` refuses: `de_DE.UTF-8` is then read as `de-DE`, and a
 * name that is still invalid gives `en-US`.
 */
export const locale = (): string =>
  readable(navigator.language) ??
  readable(navigator.language.replace(/[.@].*$/, '').replaceAll('_', '-')) ??
  'en-US'
