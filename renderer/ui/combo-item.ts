/** One suggestion of a ComboField. */
export interface ComboItem {
  readonly key: string
  /** The field's text once the line is taken. */
  readonly value: string
  readonly text: string
  readonly more?: string
}
