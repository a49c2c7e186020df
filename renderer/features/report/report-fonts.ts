import bold from '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf?url'
import regular from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?url'

/** The report's own fonts, so that the preview looks like the paper. */
export const reportFont = 'Glidepath report'

let loading: Promise<void> | null = null

/**
 * Resolves once both weights are loaded. Without the fonts, the preview has the same layout in
 * another font.
 */
export const loadReportFonts = (): Promise<void> => {
  loading ??= Promise.all(
    [
      { url: regular, weight: '400' },
      { url: bold, weight: '600' },
    ].map(async ({ url, weight }) =>
      document.fonts.add(await new FontFace(reportFont, `url(${url})`, { weight }).load()),
    ),
  ).then(
    () => undefined,
    () => {
      loading = null
    },
  )
  return loading
}
