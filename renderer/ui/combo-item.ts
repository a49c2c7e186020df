/** One line of what a ComboField offers. */
export interface ComboItem {
  readonly key: string
  /** What the field holds once the line is taken. */
  readonly value: string
  readonly text: string
  readonly more?: string
}
