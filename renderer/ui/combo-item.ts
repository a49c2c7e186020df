/** One suggestion in a ComboField. */
export interface ComboItem {
  readonly key: string
  /** The field's text after this suggestion is accepted. */
  readonly value: string
  readonly text: string
  readonly more?: string
}
