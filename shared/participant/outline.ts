/** An element the reader understands. */
export type ElementRole =
  | 'file'
  | 'enroll'
  | 'participant'
  | 'city'
  | 'state'
  | 'socialSecurity'
  | 'salary'
  | 'pension'
  | 'account'
  | 'accountBalance'
  | 'holding'
  | 'customFundId'
  | 'morningstarId'
  | 'preTaxRule'
  | 'postTaxRule'
  | 'rothRule'
  | 'employerRule'

/** A value the reader takes from an attribute. */
export type AttributeField =
  | 'fileType'
  | 'timeStamp'
  | 'clientId'
  | 'userId'
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'dateOfBirth'
  | 'gender'
  | 'maritalStatus'
  | 'email'
  | 'socialSecurityFlag'
  | 'salaryAmount'
  | 'pensionAmount'
  | 'pensionStartYear'
  | 'pensionCola'
  | 'planId'
  | 'planType'
  | 'status'
  | 'combinedLimit'
  | 'accountTotal'
  | 'transactionId'
  | 'holdingName'
  | 'balance'
  | 'currentMin'
  | 'currentMax'
  | 'futureMax'
  | 'contributionRate'
  | 'contributionAmount'

/**
 * Where each value of a participant file is found. Names are candidates in order of preference, compared without
 * regard to case and without their namespace prefix, since real files differ from the one public sample.
 */
export interface ParticipantOutline {
  /** Namespaces that cause no remark. */
  readonly namespaces: readonly string[]
  readonly elements: Readonly<Record<ElementRole, readonly string[]>>
  readonly attributes: Readonly<Record<AttributeField, readonly string[]>>
}

export const participantNamespace = 'http://www.morningstar.com/retirement'

/**
 * The publicly documented outline of the service's participant data. The documentation names the contribution rules
 * but not their attributes, so those carry the most candidates.
 */
export const participantOutline = {
  namespaces: [participantNamespace],
  elements: {
    file: ['BatchParticipantInput', 'RealTimeParticipantInput', 'ParticipantInput'],
    enroll: ['Enroll', 'OptOut'],
    participant: ['Participant'],
    city: ['City'],
    state: ['State'],
    socialSecurity: ['SocialSecurity'],
    salary: ['Salary'],
    pension: ['Pension'],
    account: ['InstAcct'],
    accountBalance: ['AccountBalance'],
    holding: ['Security'],
    customFundId: ['CusFundID'],
    morningstarId: ['MorningstarID'],
    preTaxRule: ['PreTaxContributionRules', 'PreTaxContributionRule'],
    postTaxRule: ['PostTaxContributionRules', 'PostTaxContributionRule'],
    rothRule: ['RothContributionRules', 'RothContributionRule'],
    employerRule: ['EmployerContributionRules', 'EmployerContributionRule'],
  },
  attributes: {
    fileType: ['FileType'],
    timeStamp: ['TimeStamp'],
    clientId: ['ClientID'],
    userId: ['UserID'],
    firstName: ['FirstName'],
    middleName: ['MiddleName'],
    lastName: ['LastName'],
    dateOfBirth: ['DOB', 'DateOfBirth', 'BirthDate'],
    gender: ['Gender', 'Sex'],
    maritalStatus: ['MaritalStatus'],
    email: ['Email'],
    socialSecurityFlag: ['SSFlag'],
    salaryAmount: ['Amount', 'AnnualAmount', 'Salary'],
    pensionAmount: ['Amount', 'AnnualAmount'],
    pensionStartYear: ['StartYear', 'StartDate'],
    pensionCola: ['Cola', 'HasCola'],
    planId: ['PlanID'],
    planType: ['PlanType'],
    status: ['Status'],
    combinedLimit: ['CombLimit'],
    accountTotal: ['Balance', 'Total'],
    transactionId: ['TransactionID'],
    holdingName: ['Name', 'FundName'],
    balance: ['Balance'],
    currentMin: ['CurMin'],
    currentMax: ['CurMax'],
    futureMax: ['FutMax'],
    contributionRate: ['Rate', 'CurrentRate', 'Percent', 'ContributionRate', 'Value'],
    contributionAmount: ['AnnualAmount', 'Amount'],
  },
} as const satisfies ParticipantOutline
