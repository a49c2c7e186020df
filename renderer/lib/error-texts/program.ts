import type { ErrorCode } from '#shared/errors.ts'
import type { ErrorText } from '../errors.ts'

const kept = 'Nothing was sent, and what you entered is still here.'
const unsaved = 'Nothing was saved. A file that had this name before is unchanged.'

/** Failures of entries, secrets, submissions, saved results, and inside the program. */
export const programTexts = {
  'input.invalid': {
    title: 'Something entered cannot be used',
    means: kept,
    next: 'Correct the field and try again.',
  },
  'environment.notFound': {
    title: 'This environment no longer exists',
    means: kept,
    next: 'Choose another environment at the top of the window.',
  },
  'environment.baseUrl': {
    title: 'The address cannot be used',
    means: 'The environment was not saved. What you entered is still here.',
    next: 'Enter an address that begins with https:// – plain http is allowed for this computer only.',
  },
  'environment.locked': {
    title: 'This environment cannot be changed or used here',
    means: kept,
    next: 'Choose another environment, or ask your administrator.',
  },
  'environment.other': {
    title: 'Not the environment on screen',
    means:
      'Nothing was sent, and what you entered is still here. The top of the window now shows what is in use.',
    next: 'Check the environment, then try again.',
  },
  'credentials.missing': {
    title: 'No credentials for this environment',
    means: kept,
    next: 'Enter them under Settings, then try again.',
  },
  'credentials.elsewhere': {
    title: 'These credentials were entered for something else',
    means: 'They were not used, and nothing was sent.',
    next: 'Check the environment under Settings. If it is right, enter them again.',
  },
  'keychain.moduleMissing': {
    title: 'The system keychain cannot be used',
    means:
      'Secrets and saved results are kept until Glidepath closes; they are never written unprotected.',
    next: 'Install the missing piece and start the program again. On Debian and Ubuntu it is libsecret-1-0.',
  },
  'keychain.unavailable': {
    title: 'The system keychain does not answer',
    means:
      'Secrets and saved results are kept until Glidepath closes; they are never written unprotected.',
    next: 'Start the keychain service (for example gnome-keyring) and start the program again.',
  },
  'keychain.locked': {
    title: 'The system keychain is locked',
    means: 'Stored secrets are safe but cannot be read.',
    next: 'Unlock the keychain and try again.',
  },
  'keychain.timeout': {
    title: 'The system keychain did not answer in time',
    means: 'Stored secrets are safe, but could not be read or changed in time.',
    next: 'Look for a window that asks for the keychain password, then try again.',
  },
  'submission.notFound': {
    title: 'This submission is no longer prepared',
    means: 'It was not sent from here.',
    next: 'Review it again before sending.',
  },
  'submission.alreadySent': {
    title: 'This submission was already sent',
    means: 'It was not sent a second time.',
    next: 'Open its receipt under Saved results.',
  },
  'submission.inDoubt': {
    title: 'An earlier submission is in doubt',
    means: 'Nothing new was sent. The earlier one may or may not have gone through.',
    next: 'Ask the record-keeper, then settle the earlier receipt under Saved results.',
  },
  'submission.journal': {
    title: 'The submission could not be recorded',
    means: 'A submission is written to disk before it is sent. That failed, so nothing was sent.',
    next: 'Check the free space on the disk and try again.',
  },
  'submission.unaccounted': {
    title: 'Earlier submissions are not accounted for',
    means:
      'Nothing was sent: until the outcome of earlier submissions is known, one might be carried out twice.',
    next: 'Check the free space on the disk and the data folder, then send it again.',
  },
  'submission.transUrl': {
    title: 'TransURL cannot be used',
    means: 'Nothing was sent, and SID and Cookie stay where they are.',
    next: 'Correct TransURL, or enter SID and Cookie for it under Settings.',
  },
  'submission.wrappedUp': {
    title: 'Already wrapped up',
    means: 'Nothing was changed. The result is on the receipt.',
    next: 'Go on with the next call.',
  },
  'submission.confirmation': {
    title: 'The confirmation does not match',
    means: 'Nothing was sent.',
    next: 'Type the participant’s name exactly as shown.',
  },
  'records.notFound': {
    title: 'This saved result no longer exists',
    means:
      'It was removed, or it was kept only until Glidepath closed. Other results are not affected.',
    next: 'Go back to Saved results.',
  },
  'records.damaged': {
    title: 'This saved result is damaged',
    means:
      'Its file was changed or cut off outside the program, so it is not shown. Others are not affected.',
    next: 'Restore the file from a backup. A forecast can be run again; submissions are listed under Activity.',
  },
  'records.keyUnreachable': {
    title: 'Saved results are locked',
    means:
      'They are safe on this computer, but the keychain that holds their key cannot be reached.',
    next: 'Unlock or start the system keychain, then start the program again.',
  },
  'records.newerVersion': {
    title: 'Saved by a newer version',
    means: 'The result is intact, but this version cannot read it.',
    next: 'Update the program to open it.',
  },
  'records.diskFull': {
    title: 'The result could not be saved',
    means:
      'The disk is full or cannot be written to. What is on screen is right but will not be there later.',
    next: 'Free some space, then run it again.',
  },
  'export.diskFull': {
    title: 'There is no room for the file',
    means: unsaved,
    next: 'Free some space or choose another disk, then save it again.',
  },
  'export.noPermission': {
    title: 'The file could not be saved there',
    means: unsaved,
    next: 'Choose another folder, for example Documents.',
  },
  'export.folderGone': {
    title: 'The folder is no longer there',
    means: unsaved,
    next: 'Choose another folder, or connect the disk again.',
  },
  'export.notSaved': {
    title: 'The file was not saved',
    means: unsaved,
    next: 'Save it again, perhaps in another folder.',
  },
  'report.several': {
    title: 'The report would be about nobody in particular',
    means:
      'No report was made: the file held several participants, and the service does not say which one its answer is about.',
    next: 'Open the participant alone from that file, run the forecast, and make the report from it.',
  },
  'report.notForecast': {
    title: 'No report can be made from this',
    means: 'A report is made from a saved forecast. Nothing was changed.',
    next: 'Choose a saved forecast.',
  },
  'report.otherPerson': {
    title: 'The forecasts do not belong together',
    means: 'No report was made, so that nobody gets another person’s figures.',
    next: 'Choose two forecasts of the same participant from the same environment.',
  },
  'report.notMade': {
    title: 'The report could not be made',
    means: 'No file was written. Saved results are as they were.',
    next: 'Leave out a page, or remove the logo under Settings, then try again.',
  },
  'report.logo': {
    title: 'This picture cannot be the logo',
    means: 'The logo stays as it was.',
    next: 'Choose a PNG or JPEG of at most 1 MB and 2,000 pixels a side.',
  },
  'lock.locked': {
    title: 'Glidepath is locked',
    means: 'Nothing was shown or sent from here. What you entered is still there.',
    next: 'Unlock it with the passphrase.',
  },
  'lock.wrong': {
    title: 'That is not the passphrase',
    means: 'Glidepath stays locked.',
    next: 'Check Caps Lock and the keyboard layout, then try again.',
  },
  'lock.wait': {
    title: 'Too many wrong passphrases',
    means: 'Glidepath stays locked. This attempt was not checked.',
    next: 'Wait, then try again.',
  },
  'lock.noPassphrase': {
    title: 'There is no passphrase yet',
    means: 'Without one, Glidepath does not lock.',
    next: 'Set one under Settings.',
  },
  'ipc.invalidRequest': {
    title: 'The program misunderstood its own window',
    means: kept,
    next: 'Try again. If it keeps happening, report the details below.',
  },
  'ipc.invalidReply': {
    title: 'The program’s answer could not be read',
    means: 'Nothing is shown that might be wrong. Saved results are not affected.',
    next: 'Try again. If it keeps happening, report the details below.',
  },
  'ipc.disconnected': {
    title: 'The connection to the program was lost',
    means:
      'Saved results are safe. A submission that was under way is listed when the program is back.',
    next: 'Start the program again if it has ended; this page reconnects by itself.',
  },
  internal: {
    title: 'Something went wrong in the program',
    means:
      'Saved results are not affected. If this was a submission, look for its receipt before sending again.',
    next: 'Try again. If it keeps happening, report the details below.',
  },
} as const satisfies Partial<Record<ErrorCode, ErrorText>>
