import { capture, type Binding, type Captures, type MappingLookup } from './mapping-lookup.ts'
import type { MappingPart, Scope } from './mapping.ts'
import type { Found, FoundAccount, FoundRecord, Remarks } from './participant-record.ts'
import type { Contribution } from './profile.ts'
import type { XmlElement, XmlVisitor } from './scan-xml.ts'

const ruleKinds: Partial<Record<MappingPart, Contribution['kind']>> = {
  preTaxRule: 'pretax',
  postTaxRule: 'posttax',
  rothRule: 'roth',
  employerRule: 'employer',
}

/**
 * Gathers the participants of one file as text; `settle-record.ts` turns the text into values. A
 * record begins where the mapping says, at a participant outside any record, or at a second
 * participant within a record. It contains everything up to the next record.
 */
export class ParticipantCollector implements XmlVisitor {
  readonly records: FoundRecord[] = []
  /**
   * Values of the whole file and values outside any participant, which all apply to every
   * participant.
   */
  readonly file: Captures = new Map()

  /** How many elements so far contained participant data. */
  given = 0

  readonly #lookup: MappingLookup
  readonly #remarks: Remarks
  readonly #open: XmlElement[] = []
  #namespaceChecked = false
  #record: FoundRecord | null = null
  #account: FoundAccount | null = null
  /** For each scope, the innermost open part. */
  readonly #parts = new Map<Scope, Found>()
  /** The record element that is open. A second participant inside it also gets the record's ClientId. */
  #enclosing: FoundRecord | null = null
  #secondSalary: XmlElement | null = null

  constructor(lookup: MappingLookup, remarks: Remarks) {
    this.#lookup = lookup
    this.#remarks = remarks
  }

  open(element: XmlElement): void {
    this.#open.push(element)
    const parts = this.#lookup.partsAt(this.#open)
    if (parts.length > 0) this.#checkNamespace(element)
    if (parts.includes('file')) this.#ownOf('file', this.file, element)
    if (parts.includes('record')) this.#enclosing = this.#begin(element)
    if (parts.includes('participant')) this.#openParticipant(element)
    const record = this.#record
    if (record !== null) for (const part of parts) this.#openPart(record, part, element)
    for (const binding of this.#lookup.attributesAt(this.#open)) {
      this.#take(binding, element, element.attributes.get(binding.path.attribute ?? ''))
    }
  }

  close(element: XmlElement, text: string): void {
    for (const binding of this.#lookup.textsAt(this.#open)) this.#take(binding, element, text)
    this.#open.pop()
    if (this.#account?.place === element) this.#account = null
    for (const [scope, { place }] of this.#parts) if (place === element) this.#parts.delete(scope)
    if (this.#enclosing?.begunBy === element) {
      this.#enclosing = null
      this.#record = null
    }
  }

  /** The captures that a value in this scope is added to; null if there are none. */
  #capturesOf(scope: Scope): Captures | null {
    if (scope === 'file') return this.file
    return (scope === 'record' ? this.#record : this.#parts.get(scope))?.captures ?? null
  }

  #take(binding: Binding, element: XmlElement, text: string | undefined): void {
    const { scope, path } = binding
    const captures =
      this.#capturesOf(scope) ?? (path.fromRoot && scope === 'record' ? this.file : null)
    if (captures === null || !text?.trim()) return
    if (captures !== this.file) this.given += 1
    const known = binding.field === 'salary' ? captures.get('salary') : undefined
    if (known === undefined || known.element === element)
      return capture(captures, binding, element, text)
    if (this.#secondSalary !== element)
      this.#remarks.add(element, 'A salary is given twice; the first one is shown.')
    this.#secondSalary = element
  }

  #ownOf(scope: Scope, captures: Captures, element: XmlElement): void {
    for (const binding of this.#lookup.own(scope)) {
      capture(captures, binding, element, element.attributes.get(binding.path.attribute ?? ''))
    }
  }

  /**
   * Adds at most one remark, at the first element that the mapping names. Enclosing elements may
   * have any namespace.
   */
  #checkNamespace(element: XmlElement): void {
    if (this.#namespaceChecked || !this.#lookup.listsNamespaces) return
    this.#namespaceChecked = true
    if (element.namespace === '')
      this.#remarks.add(
        element,
        `<${element.name}> has no namespace; the service's own files carry one.`,
      )
    else if (!this.#lookup.knowsNamespace(element.namespace))
      this.#remarks.add(
        element,
        `<${element.name}> has an unknown namespace, ${element.namespace.slice(0, 120)}.`,
      )
  }

  #begin(element: XmlElement): FoundRecord {
    const captures: Captures = new Map()
    const client = this.#enclosing?.captures.get('clientId')
    if (client) captures.set('clientId', client)
    const record: FoundRecord = {
      place: element,
      begunBy: element,
      captures,
      hasParticipant: false,
      number: this.records.length,
      accounts: [],
      pensions: [],
      contributions: [],
    }
    this.records.push(record)
    this.#record = record
    this.#account = null
    this.#parts.delete('account')
    this.#parts.delete('holding')
    this.#ownOf('record', captures, element)
    return record
  }

  #openParticipant(element: XmlElement): void {
    const current = this.#record
    const record = current === null || current.hasParticipant ? this.#begin(element) : current
    record.hasParticipant = true
    record.place = element
  }

  #openPart(record: FoundRecord, part: MappingPart, element: XmlElement): void {
    const kind = ruleKinds[part]
    const scope = kind === undefined ? ownScopes.find((each) => each === part) : 'rule'
    if (scope === undefined || (scope === 'holding' && this.#account === null)) return
    const found: Found = { place: element, captures: new Map() }
    this.#parts.set(scope, found)
    this.given += 1
    if (kind !== undefined) record.contributions.push({ ...found, kind, account: this.#account })
    else if (scope === 'pension') record.pensions.push(found)
    else if (scope === 'holding') this.#account?.holdings.push(found)
    else {
      this.#account = { ...found, holdings: [] }
      record.accounts.push(this.#account)
    }
    this.#ownOf(scope, found.captures, element)
  }
}

/** Parts that are also scopes. */
const ownScopes = ['account', 'holding', 'pension'] as const
