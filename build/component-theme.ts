/**
 * Where the component library's own looks are not readable enough; the renderer's build hands this to it. A solid button under
 * the pointer or pressed moves away from the colour of its label, not towards it as the library has it; a link is
 * underlined instead of fainter: at least 4.5 : 1. A dialog with much in it keeps its head and foot whole, and the words in
 * its head end before the button that closes it. Every class is written out, as Tailwind finds them by reading this file
 * (`@source` in renderer/styles/main.css).
 */
export const componentTheme = {
  button: {
    compoundVariants: [
      {
        color: 'primary',
        variant: 'solid',
        class:
          'hover:bg-[color-mix(in_oklab,var(--ui-primary)_82%,var(--ui-bg-inverted))] active:bg-[color-mix(in_oklab,var(--ui-primary)_70%,var(--ui-bg-inverted))]',
      },
      {
        color: 'success',
        variant: 'solid',
        class:
          'hover:bg-[color-mix(in_oklab,var(--ui-success)_82%,var(--ui-bg-inverted))] active:bg-[color-mix(in_oklab,var(--ui-success)_70%,var(--ui-bg-inverted))]',
      },
      {
        color: 'info',
        variant: 'solid',
        class:
          'hover:bg-[color-mix(in_oklab,var(--ui-info)_82%,var(--ui-bg-inverted))] active:bg-[color-mix(in_oklab,var(--ui-info)_70%,var(--ui-bg-inverted))]',
      },
      {
        color: 'warning',
        variant: 'solid',
        class:
          'hover:bg-[color-mix(in_oklab,var(--ui-warning)_82%,var(--ui-bg-inverted))] active:bg-[color-mix(in_oklab,var(--ui-warning)_70%,var(--ui-bg-inverted))]',
      },
      {
        color: 'error',
        variant: 'solid',
        class:
          'hover:bg-[color-mix(in_oklab,var(--ui-error)_82%,var(--ui-bg-inverted))] active:bg-[color-mix(in_oklab,var(--ui-error)_70%,var(--ui-bg-inverted))]',
      },
      // Of the reds in the dark only so much fits under their own letters.
      { color: 'error', variant: 'soft', class: 'hover:bg-error/5 active:bg-error/5' },
      { color: 'error', variant: 'subtle', class: 'hover:bg-error/5 active:bg-error/5' },
      {
        color: 'primary',
        variant: 'link',
        class: 'hover:text-primary active:text-primary hover:underline',
      },
      {
        color: 'success',
        variant: 'link',
        class: 'hover:text-success active:text-success hover:underline',
      },
      { color: 'info', variant: 'link', class: 'hover:text-info active:text-info hover:underline' },
      {
        color: 'warning',
        variant: 'link',
        class: 'hover:text-warning active:text-warning hover:underline',
      },
      {
        color: 'error',
        variant: 'link',
        class: 'hover:text-error active:text-error hover:underline',
      },
    ],
  },
  modal: {
    slots: { header: 'shrink-0', wrapper: 'min-w-0 pe-8', footer: 'shrink-0' },
  },
}
