import type { AttributeField, ElementRole } from './outline.ts'
import type { OutlineLookup } from './outline-lookup.ts'
import { emptyRecord } from './participant-record.ts'
import type { AccountDraft, HoldingDraft, RecordDraft } from './participant-record.ts'
import type { Contribution } from './profile.ts'
import type { ReadValue } from './read-values.ts'
import { readDate, readFlag, readNumber, readPercent, readYear } from './read-values.ts'
import type { Remarks } from './remarks.ts'
import type { XmlElement, XmlVisitor } from './scan-xml.ts'

const ruleKinds = new Map<ElementRole, Contribution['kind']>([
  ['preTaxRule', 'pretax'],
  ['postTaxRule', 'posttax'],
  ['rothRule', 'roth'],
  ['employerRule', 'employer'],
])

/**
 * Gathers participants from the elements of one file. A record begins at Enroll, or at Participant where that stands
 * alone or comes a second time; everything up to the next one belongs to it.
 */
export class ParticipantCollector implements XmlVisitor {
  readonly records: RecordDraft[] = []
  fileType = ''
  timeStamp = ''

  readonly #lookup: OutlineLookup
  readonly #remarks: Remarks
  #namespaceChecked = false
  #clientId = ''
  #record: RecordDraft | null = null
  #account: AccountDraft | null = null
  #holding: HoldingDraft | null = null

  constructor(lookup: OutlineLookup, remarks: Remarks) {
    this.#lookup = lookup
    this.#remarks = remarks
  }

  open(element: XmlElement): void {
    const role = this.#lookup.roleOf(element)
    if (role !== null) this.#checkNamespace(element)
    if (role === 'file') this.#openFile(element)
    if (role === 'enroll') this.#openEnroll(element)
    if (role === 'participant') this.#openParticipant(element)
    const record = this.#record
    if (role === null || record === null) return
    const kind = ruleKinds.get(role)
    if (kind !== undefined) this.#addRule(record, element, kind)
    else if (role === 'socialSecurity') record.socialSecurityFlag = this.#text(element, 'socialSecurityFlag')
    else if (role === 'pension') this.#addPension(record, element)
    else if (role === 'account') this.#openAccount(record, element)
    else if (role === 'accountBalance' && this.#account !== null)
      this.#account.statedTotal = this.#read(element, 'accountTotal', readNumber)
    else if (role === 'holding') this.#openHolding(element)
  }

  close(element: XmlElement, text: string): void {
    const role = this.#lookup.roleOf(element)
    const record = this.#record
    if (role === null || record === null) return
    const content = text.trim()
    if (role === 'city' && record.city === '') record.city = content
    else if (role === 'state' && record.state === '') record.state = content
    else if (role === 'salary') this.#closeSalary(record, element, content)
    else if (role === 'account') this.#account = null
    else if (role === 'holding') this.#holding = null
    else if (role === 'customFundId' && this.#holding !== null && content !== '') {
      this.#holding.fundId = content
      this.#holding.fundIdType = 'CusFundID'
    } else if (role === 'morningstarId' && this.#holding !== null && this.#holding.fundId === '' && content !== '') {
      this.#holding.fundId = content
      this.#holding.fundIdType = 'MorningstarID'
    } else if (role === 'enroll') {
      this.#record = null
      this.#clientId = ''
    }
  }

  #text(element: XmlElement, field: AttributeField): string {
    return this.#lookup.attribute(element, field)?.trim() ?? ''
  }

  #read<T>(element: XmlElement, field: AttributeField, reader: (text: string | undefined) => ReadValue<T>): T {
    const { value, remark } = reader(this.#lookup.attribute(element, field))
    if (remark !== '') this.#remarks.add(element, `The ${fieldNames[field] ?? field} of <${element.name}> ${remark}.`)
    return value
  }

  #openFile(element: XmlElement): void {
    this.fileType = this.#text(element, 'fileType')
    this.timeStamp = this.#text(element, 'timeStamp')
  }

  /** Remarks once, on the first element of the outline; a wrapper around it may have any namespace. */
  #checkNamespace(element: XmlElement): void {
    if (this.#namespaceChecked) return
    this.#namespaceChecked = true
    if (element.namespace === '')
      this.#remarks.add(element, `<${element.name}> has no namespace; the service's own files carry one.`)
    else if (!this.#lookup.knowsNamespace(element.namespace))
      this.#remarks.add(element, `<${element.name}> has an unknown namespace, ${element.namespace.slice(0, 120)}.`)
  }

  #openEnroll(element: XmlElement): void {
    this.#clientId = this.#text(element, 'clientId')
    if (this.#clientId === '') this.#remarks.add(element, `<${element.name}> has no ClientID.`)
    this.#begin(element)
  }

  #begin(element: XmlElement): RecordDraft {
    const record = emptyRecord({ line: element.line, column: element.column }, this.#clientId)
    this.records.push(record)
    this.#record = record
    this.#account = null
    this.#holding = null
    return record
  }

  #openParticipant(element: XmlElement): void {
    const current = this.#record
    const record = current === null || current.hasParticipant ? this.#begin(element) : current
    record.hasParticipant = true
    record.line = element.line
    record.place = element
    record.userId = this.#text(element, 'userId')
    record.firstName = this.#text(element, 'firstName')
    record.middleName = this.#text(element, 'middleName')
    record.lastName = this.#text(element, 'lastName')
    record.dateOfBirth = this.#read(element, 'dateOfBirth', readDate)
    record.gender = this.#text(element, 'gender')
    record.maritalStatus = this.#text(element, 'maritalStatus')
    record.email = this.#text(element, 'email')
  }

  #closeSalary(record: RecordDraft, element: XmlElement, content: string): void {
    const { value, remark } = readNumber(this.#lookup.attribute(element, 'salaryAmount') ?? content)
    if (remark !== '') this.#remarks.add(element, `The amount of <${element.name}> ${remark}.`)
    if (record.hasSalary) this.#remarks.add(element, 'A salary is given twice; the first one is shown.')
    else record.salary = value
    record.hasSalary = true
  }

  #addPension(record: RecordDraft, element: XmlElement): void {
    record.pensions.push({
      amount: this.#read(element, 'pensionAmount', readNumber),
      startYear: this.#read(element, 'pensionStartYear', readYear),
      cola: readFlag(this.#lookup.attribute(element, 'pensionCola')),
      line: element.line,
    })
  }

  #openAccount(record: RecordDraft, element: XmlElement): void {
    this.#account = {
      planId: this.#text(element, 'planId'),
      planType: this.#text(element, 'planType'),
      status: this.#text(element, 'status'),
      combinedLimit: this.#read(element, 'combinedLimit', readPercent),
      holdings: [],
      line: element.line,
      place: element,
      statedTotal: null,
    }
    record.accounts.push(this.#account)
  }

  #openHolding(element: XmlElement): void {
    if (this.#account === null) return
    this.#holding = {
      fundId: '',
      fundIdType: '',
      name: this.#text(element, 'holdingName'),
      transactionId: this.#text(element, 'transactionId'),
      balance: this.#read(element, 'balance', readNumber),
      currentMin: this.#read(element, 'currentMin', readPercent),
      currentMax: this.#read(element, 'currentMax', readPercent),
      futureMax: this.#read(element, 'futureMax', readPercent),
      place: element,
    }
    this.#account.holdings.push(this.#holding)
  }

  #addRule(record: RecordDraft, element: XmlElement, kind: Contribution['kind']): void {
    record.contributions.push({
      kind,
      planId: this.#text(element, 'planId') || (this.#account?.planId ?? ''),
      rate: this.#read(element, 'contributionRate', readPercent),
      amount: this.#read(element, 'contributionAmount', readNumber),
      attributes: Object.fromEntries(element.written),
      line: element.line,
    })
  }
}

/** How remarks call the values that may be unreadable. */
const fieldNames: Partial<Record<AttributeField, string>> = {
  dateOfBirth: 'date of birth',
  pensionAmount: 'amount',
  pensionStartYear: 'start year',
  combinedLimit: 'CombLimit',
  accountTotal: 'balance',
  balance: 'balance',
  currentMin: 'CurMin',
  currentMax: 'CurMax',
  futureMax: 'FutMax',
  contributionRate: 'rate',
  contributionAmount: 'amount',
}
