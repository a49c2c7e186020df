import { amountFields } from './amount-periods.ts'
import {
  mappingKind,
  mappingParts,
  recordOf,
  valueFields,
  type ParticipantMapping,
} from './mapping.ts'

interface Preset extends Pick<ParticipantMapping, 'name' | 'dates'> {
  readonly namespaces?: string[]
  readonly elements: Partial<ParticipantMapping['elements']>
  readonly values: Partial<ParticipantMapping['values']>
}

/**
 * Builds a preset without the schema, because the schema would take most of the time at every
 * start.
 */
const preset = ({
  name,
  namespaces = [],
  dates,
  elements,
  values,
}: Preset): ParticipantMapping => ({
  kind: mappingKind,
  version: 1,
  name,
  namespaces,
  dates,
  amounts: recordOf(amountFields, () => 'year'),
  elements: recordOf(mappingParts, (part) => elements[part] ?? []),
  values: recordOf(valueFields, (field) => values[field] ?? []),
})

export const participantNamespace = 'http://www.morningstar.com/retirement'

/**
 * The publicly documented outline of the service's participant data. It names the contribution
 * rules but not their attributes, so this preset lists many candidates for these.
 */
export const publishedMapping: ParticipantMapping = preset({
  name: 'Published outline',
  namespaces: [participantNamespace],
  dates: 'YYYY-MM-DD',
  elements: {
    file: ['BatchParticipantInput', 'RealTimeParticipantInput', 'ParticipantInput'],
    record: ['Enroll', 'OptOut'],
    participant: ['Participant'],
    account: ['InstAcct'],
    holding: ['Security'],
    pension: ['Pension'],
    preTaxRule: ['PreTaxContributionRules', 'PreTaxContributionRule'],
    postTaxRule: ['PostTaxContributionRules', 'PostTaxContributionRule'],
    rothRule: ['RothContributionRules', 'RothContributionRule'],
    employerRule: ['EmployerContributionRules', 'EmployerContributionRule'],
  },
  values: {
    fileType: ['@FileType'],
    timeStamp: ['@TimeStamp'],
    clientId: ['Enroll/@ClientID', 'OptOut/@ClientID'],
    userId: ['Participant/@UserID'],
    firstName: ['Participant/@FirstName'],
    middleName: ['Participant/@MiddleName'],
    lastName: ['Participant/@LastName'],
    dateOfBirth: ['Participant/@DOB', 'Participant/@DateOfBirth', 'Participant/@BirthDate'],
    gender: ['Participant/@Gender', 'Participant/@Sex'],
    maritalStatus: ['Participant/@MaritalStatus'],
    email: ['Participant/@Email'],
    city: ['City'],
    state: ['State'],
    socialSecurityFlag: ['SocialSecurity/@SSFlag'],
    salary: ['Salary/@Amount', 'Salary/@AnnualAmount', 'Salary/@Salary', 'Salary'],
    planId: ['@PlanID'],
    planType: ['@PlanType'],
    status: ['@Status'],
    combinedLimit: ['@CombLimit'],
    accountTotal: ['AccountBalance/@Balance', 'AccountBalance/@Total'],
    customFundId: ['CusFundID'],
    morningstarId: ['MorningstarID'],
    holdingName: ['@Name', '@FundName'],
    transactionId: ['@TransactionID'],
    balance: ['@Balance'],
    currentMin: ['@CurMin'],
    currentMax: ['@CurMax'],
    futureMax: ['@FutMax'],
    expense: ['@ExpenseRatio', '@NetExpenseRatio'],
    pensionAmount: ['@Amount', '@AnnualAmount'],
    pensionStartYear: ['@StartYear', '@StartDate'],
    pensionCola: ['@Cola', '@HasCola'],
    rulePlanId: ['@PlanID'],
    contributionRate: ['@Rate', '@CurrentRate', '@Percent', '@ContributionRate', '@Value'],
    contributionAmount: ['@AnnualAmount', '@Amount'],
    matchRate: ['@MatchRate', '@MatchPercent'],
    matchLimit: ['@MatchLimit', '@MatchUpTo'],
    matchMost: ['@MatchMaxAmount'],
  },
})

/** The same names, but as elements instead of attributes, which is common in payroll exports. */
const elementsMapping: ParticipantMapping = preset({
  name: 'Elements instead of attributes',
  dates: 'YYYY-MM-DD',
  elements: {
    file: ['Participants', 'ParticipantFile'],
    record: ['Participant'],
    participant: ['Participant'],
    account: ['Plan', 'Account'],
    holding: ['Fund', 'Holding', 'Security'],
    pension: ['Pension'],
    preTaxRule: ['Contribution[@Type=PreTax]', 'PreTaxContribution'],
    postTaxRule: ['Contribution[@Type=PostTax]', 'PostTaxContribution'],
    rothRule: ['Contribution[@Type=Roth]', 'RothContribution'],
    employerRule: ['Contribution[@Type=Employer]', 'EmployerContribution'],
  },
  values: {
    timeStamp: ['TimeStamp', 'CreatedAt'],
    clientId: ['Participant/ClientID', '/Participants/ClientID', '/ParticipantFile/ClientID'],
    userId: ['Participant/UserID', 'Participant/ParticipantID', 'Participant/EmployeeID'],
    firstName: ['Participant/FirstName', 'Name/FirstName', 'Name/First'],
    middleName: ['Participant/MiddleName', 'Name/MiddleName', 'Name/Middle'],
    lastName: ['Participant/LastName', 'Name/LastName', 'Name/Last'],
    dateOfBirth: ['Participant/DOB', 'Participant/DateOfBirth', 'Participant/BirthDate'],
    gender: ['Participant/Gender', 'Participant/Sex'],
    maritalStatus: ['Participant/MaritalStatus'],
    email: ['Participant/Email'],
    city: ['Address/City', 'Participant/City'],
    state: ['Address/State', 'Participant/State'],
    salary: ['Participant/Salary', 'Participant/AnnualSalary', 'Salary/Amount'],
    planId: ['Plan/PlanID', 'Account/PlanID'],
    planType: ['Plan/PlanType', 'Account/PlanType'],
    status: ['Plan/Status', 'Account/Status'],
    accountTotal: ['Plan/Balance', 'Account/Balance'],
    customFundId: ['FundID', 'CusFundID'],
    morningstarId: ['MorningstarID'],
    holdingName: ['FundName', 'Fund/Name', 'Holding/Name'],
    balance: ['Fund/Balance', 'Holding/Balance', 'Security/Balance'],
    pensionAmount: ['Pension/Amount', 'Pension/AnnualAmount'],
    pensionStartYear: ['Pension/StartYear'],
    pensionCola: ['Pension/Cola'],
    rulePlanId: ['PlanID'],
    contributionRate: ['Rate', 'Percent'],
    contributionAmount: ['AnnualAmount', 'Amount'],
    matchRate: ['MatchRate', 'Match/Rate'],
    matchLimit: ['MatchLimit', 'Match/Limit'],
    matchMost: ['MatchMaxAmount', 'Match/MaxAmount'],
  },
})

/**
 * The style of a census file, with the employee’s number in its own element and dates as
 * MM/DD/YYYY.
 */
const censusMapping: ParticipantMapping = preset({
  name: 'Employee census',
  dates: 'MM/DD/YYYY',
  elements: {
    file: ['Census'],
    record: ['Employee'],
    participant: ['Employee'],
    account: ['Plan'],
    holding: ['Investment'],
    preTaxRule: ['Deferral[@Source=PreTax]'],
    rothRule: ['Deferral[@Source=Roth]'],
    postTaxRule: ['Deferral[@Source=AfterTax]'],
    employerRule: ['Deferral[@Source=Employer]'],
  },
  values: {
    clientId: ['/Census/@Sponsor', '/Census/Sponsor/@Id', '/Census/SponsorId'],
    userId: [
      'Employee/EmployeeNumber',
      'Employee/@Number',
      'Identifiers/EmployeeNumber',
      'Id[@Type=Employee]',
    ],
    firstName: ['Name/@First', 'Name/First', 'Employee/FirstName'],
    middleName: ['Name/@Middle', 'Name/Middle', 'Employee/MiddleName'],
    lastName: ['Name/@Last', 'Name/Last', 'Employee/LastName'],
    dateOfBirth: ['Employee/BirthDate', 'Employee/DateOfBirth'],
    gender: ['Employee/Gender', 'Employee/Sex'],
    email: ['Employee/Email'],
    city: ['Address/City'],
    state: ['Address/State'],
    salary: ['Employee/AnnualPay', 'Employee/Compensation', 'Employee/Salary'],
    planId: ['@Number', 'Plan/Number'],
    planType: ['@Type', 'Plan/Type'],
    status: ['@Status', 'Plan/Status'],
    accountTotal: ['Plan/Balance'],
    customFundId: ['@Code', 'Investment/Code'],
    holdingName: ['@Name', 'Investment/Name'],
    balance: ['@Value', 'Investment/Value'],
    rulePlanId: ['@Plan'],
    contributionRate: ['@Percent', 'Percent'],
    contributionAmount: ['@Amount', 'Amount'],
    matchRate: ['@MatchPercent', 'MatchPercent'],
    matchLimit: ['@MatchLimit', 'MatchLimit'],
    matchMost: ['@MatchMaxAmount', 'MatchMaxAmount'],
  },
})

/** The presets to choose from. Until the user saves a mapping, the first one is used. */
export const mappingPresets: readonly ParticipantMapping[] = [
  publishedMapping,
  elementsMapping,
  censusMapping,
]
