const readable = (name: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(name)[0]
  } catch {
    return undefined
  }
}

/**
 * The reader's locale. Some systems give the browser a name that `Intl` refuses. Such a name is
 * corrected (`de_DE.UTF-8` to `de-DE`), or replaced by `en-US` if that does not help.
 */
export const locale = (): string =>
  readable(navigator.language) ??
  readable(navigator.language.replace(/[.@].*$/, '').replaceAll('_', '-')) ??
  'en-US'
