import { useToast } from '../ui/kit.ts'

/**
 * Prints what is on screen. Chromium takes no notice when a page asks without a key or a press in the page just before,
 * as from the menu, and has asked not long ago; that is then said, not left at nothing.
 */
export const usePrint = (): (() => void) => {
  const toast = useToast()
  return () => {
    const printing: { began: boolean } = { began: false }
    const note = (): void => {
      printing.began = true
    }
    window.addEventListener('beforeprint', note)
    window.print()
    window.removeEventListener('beforeprint', note)
    if (printing.began) return
    toast.add({
      title: 'Nothing was printed',
      description: 'The menu prints only every so often. Press Ctrl+P instead.',
      color: 'warning',
    })
  }
}
