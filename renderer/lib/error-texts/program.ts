import type { ErrorCode } from '#shared/errors.ts'
import type { ErrorText } from '../errors.ts'

const kept = 'Nothing was sent, and what you entered is still here.'
const unprotected =
  'Secrets and saved results are kept until Glidepath closes; they are never written unprotected.'
const unsaved = 'Nothing was saved. A file that had this name before is unchanged.'

/**
 * Texts for failures with input, secrets, submissions and saved results, and for failures inside
 * the program.
 */
export const programTexts = {
  'input.invalid': ['Something entered cannot be used', kept, 'Correct the field and try again.'],
  'environment.notFound': [
    'This environment no longer exists',
    kept,
    'Choose another environment at the top of the window.',
  ],
  'environment.baseUrl': [
    'The address cannot be used',
    'The environment was not saved. What you entered is still here.',
    'Enter an address that begins with https:// – plain http is allowed for this computer only.',
  ],
  'environment.locked': [
    'This environment cannot be changed or used here',
    kept,
    'Choose another environment, or ask your administrator.',
  ],
  'environment.other': [
    'Not the environment on screen',
    'Nothing was sent, and what you entered is still here. The top of the window now shows what is in use.',
    'Check the environment, then try again.',
  ],
  'credentials.missing': [
    'No credentials for this environment',
    kept,
    'Enter them under Settings, then try again.',
  ],
  'credentials.elsewhere': [
    'These credentials were entered for something else',
    'They were not used, and nothing was sent.',
    'Check the environment under Settings. If it is right, enter them again.',
  ],
  'keychain.moduleMissing': [
    'The system keychain cannot be used',
    unprotected,
    'Install the missing piece and start the program again. On Debian and Ubuntu it is libsecret-1-0.',
  ],
  'keychain.unavailable': [
    'The system keychain does not answer',
    unprotected,
    'Start the keychain service (for example gnome-keyring) and start the program again.',
  ],
  'keychain.locked': [
    'The system keychain is locked',
    'Stored secrets are safe but cannot be read.',
    'Unlock the keychain and try again.',
  ],
  'keychain.timeout': [
    'The system keychain did not answer in time',
    'Stored secrets are safe, but could not be read or changed in time.',
    'Look for a window that asks for the keychain password, then try again.',
  ],
  'submission.notFound': [
    'This submission is no longer prepared',
    'It was not sent from here.',
    'Review it again before sending.',
  ],
  'submission.alreadySent': [
    'This submission was already sent',
    'It was not sent a second time.',
    'Open its receipt under Saved results.',
  ],
  'submission.inDoubt': [
    'An earlier submission is in doubt',
    'Nothing new was sent. The earlier one may or may not have gone through.',
    'Ask the recordkeeper, then settle the earlier receipt under Saved results.',
  ],
  'submission.unrecorded': [
    'The submission could not be recorded',
    'A submission is written to disk before it is sent. That failed, so nothing was sent.',
    'Check the free space on the disk and try again.',
  ],
  'submission.unaccounted': [
    'Earlier submissions are not accounted for',
    'Nothing was sent: until the outcome of earlier submissions is known, one might be carried out twice.',
    'Check the free space on the disk and the data folder, then send it again.',
  ],
  'submission.transUrl': [
    'The recordkeeper’s address cannot be used',
    'Nothing was sent, and SID and Cookie stay where they are.',
    'Correct the address, or enter SID and Cookie for it under Settings.',
  ],
  'submission.wrappedUp': [
    'Already wrapped up',
    'Nothing was changed. The result is on the receipt.',
    'Go on with the next call.',
  ],
  'submission.confirmation': [
    'Something is not confirmed yet',
    'Nothing was sent.',
    'Review it again and confirm what it names.',
  ],
  'records.notFound': [
    'This saved result no longer exists',
    'It was removed, or it was kept only until Glidepath closed. Other results are not affected.',
    'Go back to Saved results.',
  ],
  'records.damaged': [
    'This saved result is damaged',
    'Its file was changed or cut off outside the program, so it is not shown. Others are not affected.',
    'Restore a backup under Settings. A forecast can be run again; submissions are listed under Activity.',
  ],
  'records.keyUnreachable': [
    'Saved results are locked',
    'They are safe on this computer, but the keychain that holds their key cannot be reached.',
    'Unlock or start the system keychain, then start the program again.',
  ],
  'records.keyLost': [
    'The key to saved results is gone',
    'The keychain works, but it has no key for the results saved in this folder. They are still there, locked.',
    'Open Settings, Recovery: type the recovery code, or start anew.',
  ],
  'records.codeWrong': [
    'This code does not open these results',
    'The code is complete, but it belongs to another computer, another folder or an earlier kit. Nothing was changed.',
    'Look for the page with the latest date.',
  ],
  'records.newerVersion': [
    'Saved by a newer version',
    'The result is intact, but this version cannot read it.',
    'Update the program to open it.',
  ],
  'records.held': [
    'A legal hold keeps this',
    'Nothing was removed.',
    'Lift the hold in Saved results first, if you may.',
  ],
  'records.diskFull': [
    'The result could not be saved',
    'The disk is full or cannot be written to. What is on screen is right but will not be there later.',
    'Free some space, then run it again.',
  ],
  'backup.notMade': [
    'No backup was made',
    'Nothing is lost: what is kept here and earlier backups stay as they are.',
    'Choose another folder, or try again.',
  ],
  'backup.unreadable': [
    'This file cannot be used',
    'Nothing was changed, neither here nor in the file.',
    'Choose another file.',
  ],
  'export.diskFull': [
    'There is no room for the file',
    unsaved,
    'Free some space or choose another disk, then save it again.',
  ],
  'export.noPermission': [
    'The file could not be saved there',
    unsaved,
    'Choose another folder, for example Documents.',
  ],
  'export.folderGone': [
    'The folder is no longer there',
    unsaved,
    'Choose another folder, or connect the disk again.',
  ],
  'export.notSaved': [
    'The file was not saved',
    unsaved,
    'Save it again, perhaps in another folder.',
  ],
  'report.several': [
    'The report would be about nobody in particular',
    'No report was made: the file held several participants, and the service does not say which one its answer is about.',
    'Open the participant alone from that file, run the forecast, and make the report from it.',
  ],
  'report.notForecast': [
    'No report can be made from this',
    'A report is made from a saved forecast. Nothing was changed.',
    'Choose a saved forecast.',
  ],
  'report.otherPerson': [
    'The forecasts do not belong together',
    'No report was made, so that nobody gets another person’s figures.',
    'Choose two forecasts of the same participant from the same environment.',
  ],
  'report.notMade': [
    'The report could not be made',
    'No file was written. Saved results are as they were.',
    'Leave out a page, or remove the logo under Settings, then try again.',
  ],
  'report.logo': [
    'This picture cannot be the logo',
    'The logo stays as it was.',
    'Choose a PNG or JPEG of at most 1 MB and 2,000 pixels a side.',
  ],
  'lock.locked': [
    'Glidepath is locked',
    'Nothing was shown or sent from here. What you entered is still there.',
    'Unlock it with the passphrase.',
  ],
  'lock.wrong': [
    'That is not the passphrase',
    'Glidepath stays locked.',
    'Check Caps Lock and the keyboard layout, then try again.',
  ],
  'lock.wait': [
    'Too many wrong passphrases',
    'Glidepath stays locked. This attempt was not checked.',
    'Wait, then try again.',
  ],
  'lock.noPassphrase': [
    'There is no passphrase yet',
    'Without one, Glidepath does not lock.',
    'Set one under Settings.',
  ],
  'question.refused': [
    'Not done, because nobody agreed to it',
    kept,
    'Do it again, and answer the question that Glidepath asks in its own window.',
  ],
  'lock.needsCode': [
    'A recovery code comes first',
    'Nothing was changed. A forgotten passphrase would lock saved results for good.',
    'Make a recovery kit under Settings, Recovery, and confirm that you have its page.',
  ],
  'lock.firmAsks': [
    'Your firm asks for this',
    'Nothing was changed.',
    'Ask whoever set Glidepath up for the firm.',
  ],
  'lock.ending': [
    'Glidepath is still locking',
    'What was being sent gets its answer, and a running list pauses.',
    'Try again in a moment.',
  ],
  'ipc.invalidRequest': [
    'The program misunderstood its own window',
    kept,
    'Try again. If it keeps happening, report the details below.',
  ],
  'ipc.invalidReply': [
    'The program’s answer could not be read',
    'Nothing is shown that might be wrong. Saved results are not affected.',
    'Try again. If it keeps happening, report the details below.',
  ],
  'ipc.disconnected': [
    'The connection to the program was lost',
    'Saved results are safe. A submission that was under way is listed when the program is back.',
    'While the program runs, this page reconnects by itself. If it has ended, start it again and open the address that it shows.',
  ],
  internal: [
    'Something went wrong in the program',
    'Saved results are not affected. If this was a submission, look for its receipt before sending again.',
    'Try again. If it keeps happening, report the details below.',
  ],
} as const satisfies Partial<Record<ErrorCode, ErrorText>>
