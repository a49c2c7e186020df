import { z } from 'zod'
import { flag, text } from '../json-schema.ts'

/** What the drafts and answers of several submissions have in common. */

/** TransURL; SID and Cookie come from the keychain. Absent: not sent. */
export const transactionUrl = z.string().optional()

/** Fields of a result as specified. */
export const resultFields = {
  Success: flag,
  ErrorMessage: text,
  TransactionId: text,
  ClientTransactionId: text,
  RKTransactionId: text,
  RKTransactionMessage: text,
  TransactionState: text,
  TransactionReturnCode: text,
  TransactionData: text,
  HtmlTransactionConfirmation: flag,
  ClientId: text,
}

/** The answer's encoded transaction. */
export const transaction = { type: 'string', description: 'Encoded transaction XML' }
