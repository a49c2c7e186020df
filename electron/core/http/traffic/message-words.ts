import { knownNames } from './field-names.ts'

/** Words in messages of services and gateways. Any other word may be somebody's name. */
const vocabulary =
  'a access accept accepted account accounts action active address after again age all allowed already an and another ' +
  'any api app application are argument array as at attempt attribute attributes auth authentication authorization ' +
  'authorized available backend bad balance base bearer been before begin below between body boolean but by call ' +
  'cannot certificate change changed check client closed code complete completed configuration configured connect ' +
  'connection contact content contribution could cookie created credential credentials currently data database date ' +
  'day days denied deserialize detail details did different disabled does document dollars down duplicate during ' +
  'element eligible email empty enabled encoding end endpoint engine enroll enrolled enrollment entity environment ' +
  'error errors exceed exceeded exceeds exception exist exists expected expired express fail failed failure fault ' +
  'field fields file first for forbidden forecast form format found from full fund funds gateway gender given grant ' +
  'greater has have header headers host html http https id identifier identity if implement in inactive income ' +
  'incorrect input instance integer internal into invalid is issue it its json key last later length less limit ' +
  'limits list locked long lookup maintenance malformed maximum may media message method minimum mismatch missing ' +
  'model more must name named network new no none not null number oauth object of offline on one only open operation ' +
  'opt optout or other out outside overloaded page parameter parameters parse parsed parser parsing participant ' +
  'partner path pay payload pension percent permission permitted plan plans please policy portfolio position post ' +
  'problem processed processing property provided proxy quota range rate rates rating reach reached read reason ' +
  'received record recordkeeper refused rejected remote repair request requested requests require required requires ' +
  'resource response result results retirement retry salary savings schema scope second seconds secret security ' +
  'sent serialize server servers service session should sign size social some something spike started starting ' +
  'state status still stopped strategy string success such supplied support supported suspended syntax system target ' +
  'temporarily terminated text than that the their there this time timed timeout timestamp to token too trans ' +
  'transaction try type unable unauthorized unavailable unexpected unknown unprocessable unreachable unrecognized ' +
  'unsupported until up upstream url use used user valid validate validated validation value values version violation was ' +
  'were when which while with within without wrong xml year years you your zero'

const words: ReadonlySet<string> = new Set(vocabulary.split(' '))

/** Splits `InvalidClientIdentifier` and `XMLError` into words. */
const parts = (word: string): string[] =>
  word
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(' ')

/** True for a word about the service that says nothing about a person; a status counts as one. */
export const isServiceWord = (word: string): boolean =>
  /^[45]\d\d$/.test(word) ||
  knownNames.has(word) ||
  parts(word).every((part) => words.has(part.toLowerCase()) || /^\p{L}$/u.test(part))
