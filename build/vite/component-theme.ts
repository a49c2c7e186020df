/**
 * The default looks of components: a subdued button (`MainButton` is the prominent one), a small
 * badge, a field that fills the available width, a dialog with its buttons on the right.
 *
 * Also replaces styles of the component library that are hard to read, so that contrast is at least
 * 4.5 : 1. When hovered or pressed, a solid button's color moves away from its label's color, and a
 * link is underlined instead of faded. A long dialog keeps its heading and buttons visible, and its
 * title ends before the close button. Class names are written in full, because Tailwind finds them
 * by reading this file (`@source` in renderer/styles/main.css).
 */
export const componentTheme = {
  button: {
    defaultVariants: { color: 'neutral', variant: 'outline' },
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
      // A stronger background would make a dark red label hard to read.
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
  alert: { defaultVariants: { variant: 'subtle' } },
  badge: { defaultVariants: { variant: 'subtle', size: 'sm' } },
  input: { slots: { root: 'w-full' } },
  inputMenu: { slots: { root: 'w-full' } },
  // Without this, the buttons in this component would have the color of a subdued button.
  inputNumber: { defaultVariants: { color: 'primary' } },
  modal: {
    slots: { header: 'shrink-0', wrapper: 'min-w-0 pe-8', footer: 'shrink-0 justify-end' },
  },
  select: { slots: { base: 'w-full' } },
  textarea: { slots: { root: 'w-full' } },
}
